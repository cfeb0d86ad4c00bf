import type { SellerGstin, TaxSettingsChange } from '#contracts';
import { replay } from '#decider';
import { DEFAULT_GST_RULES } from '../invoice/decide/gst-rates';
import { decide } from './decide';
import { evolve } from './evolve';
import { INITIAL_TAX_SETTINGS } from './state';

const KARNATAKA: SellerGstin = { number: '~s1.acct.sealed29', stateCode: '29' };
const MAHARASHTRA: SellerGstin = { number: '~s1.acct.sealed27', stateCode: '27' };

/** Given these changes: the state after one more, or the code and parameter of its refusal. */
function after(given: TaxSettingsChange[], change: TaxSettingsChange): object | string {
  const state = replay(
    { initialState: INITIAL_TAX_SETTINGS, evolve },
    given.map((data) => ({ type: 'tax_settings.updated', data }) as const),
  );
  const decision = decide({ type: 'tax_settings.update', payload: change }, state, DEFAULT_GST_RULES);
  if (!decision.accepted) return `${decision.refusal.code} ${decision.refusal.details?.param ?? ''}`;
  return decision.events.reduce(evolve, state).settings;
}

describe('tax settings', () => {
  it('are those of a regular taxpayer of the state of the GSTIN, unless another registration is given', () => {
    expect(after([], { gstin: KARNATAKA })).toMatchObject({ gstin: KARNATAKA, stateCode: '29', registration: 'regular' });
    expect(after([], { gstin: KARNATAKA, registration: 'composition' })).toMatchObject({ registration: 'composition' });
    expect(after([{ gstin: KARNATAKA, registration: 'composition' }], { gstin: MAHARASHTRA })).toMatchObject({
      stateCode: '27',
      registration: 'composition',
    });
  });

  it.each<[string, TaxSettingsChange[], TaxSettingsChange, string]>([
    ['a registration without its GSTIN', [], { registration: 'regular' }, 'parameter_missing gstin'],
    ['a GSTIN taken away from a registration', [{ gstin: KARNATAKA }], { gstin: null }, 'parameter_missing gstin'],
    ['no registration beside a GSTIN', [{ gstin: KARNATAKA }], { registration: 'unregistered' }, 'parameter_invalid registration'],
    ['another state than that of the GSTIN', [{ gstin: KARNATAKA }], { stateCode: '27' }, 'parameter_invalid state_code'],
    ['no state beside a GSTIN', [{ gstin: KARNATAKA }], { stateCode: null }, 'parameter_invalid state_code'],
    ['a rate that there is not', [], { defaultRateBps: 1_801 }, 'parameter_invalid default_rate_bps'],
    ['one prefix for both series', [], { invoicePrefix: 'CN' }, 'parameter_invalid credit_note_prefix'],
    [
      'one prefix for both series, given in two steps',
      [{ creditNotePrefix: 'A' }],
      { invoicePrefix: 'A' },
      'parameter_invalid credit_note_prefix',
    ],
    [
      'too much metadata',
      [],
      { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`key_${at}`, at])) },
      'metadata_invalid metadata',
    ],
  ])('refuse %s', (_what, given, change, expected) => {
    expect(after(given, change)).toBe(expected);
  });

  it('change what is sent, and keep the rest', () => {
    const address = { line1: '12 MG Road', city: 'Bengaluru' };
    const given = [{ legalName: 'Acme', address, defaultSac: '998431', metadata: { entity: 'south' } }];
    expect(after(given, { address: { city: null, postalCode: '560038' }, defaultSac: null, metadata: { team: 1 } })).toEqual({
      ...INITIAL_TAX_SETTINGS.settings,
      legalName: 'Acme',
      address: { line1: '12 MG Road', postalCode: '560038' },
      metadata: { entity: 'south', team: 1 },
    });
    expect(after(given, { address: null, legalName: null, defaultSac: null, metadata: null })).toEqual(INITIAL_TAX_SETTINGS.settings);
  });

  it('stop being registered when both are said', () => {
    expect(after([{ gstin: KARNATAKA }], { gstin: null, registration: 'unregistered' })).toEqual({
      ...INITIAL_TAX_SETTINGS.settings,
      stateCode: '29',
    });
  });

  it('are not changed by what they say already', () => {
    const state = replay({ initialState: INITIAL_TAX_SETTINGS, evolve }, [
      { type: 'tax_settings.updated', data: { gstin: KARNATAKA, address: { city: 'Bengaluru' } } } as const,
    ]);
    const same: TaxSettingsChange = {
      gstin: KARNATAKA,
      registration: 'regular',
      address: { city: 'Bengaluru', line1: null },
      invoicePrefix: 'INV',
    };
    expect(decide({ type: 'tax_settings.update', payload: same }, state, DEFAULT_GST_RULES)).toMatchObject({ events: [] });
    expect(decide({ type: 'tax_settings.update', payload: {} }, INITIAL_TAX_SETTINGS, DEFAULT_GST_RULES)).toMatchObject({ events: [] });
  });
});
