import fc from 'fast-check';
import { containsDocumentNumber } from './hidden-numbers';

describe('a document number in a text', () => {
  it.each([
    ['an Aadhaar number', '999941057058'],
    ['in groups', 'my no. 9999 4105 7058.'],
    ['with dashes between blanks', '9999 - 4105 - 7058'],
    ['with zero-width spaces', '9999\u200B\u200B4105\u200B7058'],
    ['in keycaps', [...'999941057058'].map((digit) => `${digit}\uFE0F\u20E3`).join('')],
    ['with a control character', '9999\u00014105\u00017058'],
    ['with dashes of print', '9999\u20134105\u20137058'],
    ['behind other digits in groups', '2234 9999 4105 7058'],
    ['before other digits in groups', '9999 4105 7058 1234'],
    ['in full-width digits', '\uff19\uff19\uff19\uff19 4105 7058'],
    ['in Devanagari digits', '\u096f\u096f\u096f\u096f 4105 7058'],
    ['percent-encoded', 'https://shop.example/?n=9999%204105%207058'],
    ['percent-encoded twice, digits and all', '%2539999%2534105%2D7058'],
    ['in a form', 'n=9999+4105+7058'],
    ['a virtual id', '9999 1057 3648 2108'],
    ['a PAN', 'PAN:CNRPK4821F'],
    ['a PAN in groups', 'CNRPK 4821 F'],
    ['a PAN with a soft hyphen', 'CNRPK\u00AD4821F'],
    ['a GSTIN', '29CNRCK4837F1Z7'],
  ])('is seen: %s', (_how, text) => expect(containsDocumentNumber(text)).toBe(true));

  it.each([
    ['a wrong check digit', '999941057059'],
    ['a number that none begins with', '1234-5678-9012'],
    ['more digits on either side', '1999941057058 9999410570581'],
    ['a holder type that there is none of', 'CNRXK4821F'],
    ['a word in small letters', 'cnrpk4821f'],
    ['a PAN inside a longer word', 'XCNRPK4821F CNRPK4821FX'],
    ['a percent sign that encodes nothing', '100 % of %E0%A4 and %zz'],
    ['an instant in microseconds', '1795253400123456'],
  ])('is not taken for one: %s', (_what, text) => expect(containsDocumentNumber(text)).toBe(false));

  it('is never seen in a UUID: orders and keys are called by them', () => {
    fc.assert(fc.property(fc.uuid(), (uuid) => !containsDocumentNumber(`order ${uuid}`)));
    expect(containsDocumentNumber('01999999-4105-7058-9999-999941057058')).toBe(false);
  });

  it('reads any text whatever', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof containsDocumentNumber(text) === 'boolean'));
  });
});
