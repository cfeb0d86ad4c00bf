import {
  MANDATE_BANK_PLANS,
  MANDATE_CARD_PLANS,
  MANDATE_VPA_PLANS,
  type AccountFacts,
  type MandateInstrument,
  type MandateReport,
  type MandateTerms,
} from '#contracts';
import { sandboxRail } from './mandates';

const FRIDAY = Date.parse('2026-11-27T06:00:00Z');
const SATURDAY = FRIDAY + 86_400_000;
const PAYEE = { vpa: 'merchant@sandbox', name: 'Hundi Sandbox', merchantCategory: '5411', publicUrl: 'https://pay.example' };
const ID = 'mandate_0QvAb12c07ABCDEFGHIJKLMN';
const rail = sandboxRail(PAYEE);

const upi = (vpa: string | null): MandateInstrument => ({ method: 'upi', vpa });
const card = (scenario: string): MandateInstrument => ({
  method: 'card',
  card: { scenario, brand: 'visa', last4: '0009', expiryMonth: 12, expiryYear: 2030, international: false },
});
const account: AccountFacts = { bank: '', ifsc: null, number: null, last4: null, holderName: null, accountType: null, auth: 'netbanking' };
const enach = (bank: string): MandateInstrument => ({ method: 'enach', account: { ...account, bank } });

const termsOf = (instrument: MandateInstrument, more: Partial<MandateTerms> = {}): MandateTerms => ({
  customerId: 'cust_0QvAb12c07ABCDEFGHIJKLMN',
  instrument,
  maxAmount: 49_900,
  amountRule: 'maximum',
  frequency: 'as_presented',
  debitDayRule: 'on',
  startsAtMs: FRIDAY,
  endsAtMs: Date.parse('2027-11-27T06:00:00Z'),
  category: 'general',
  ...more,
});
const register = (instrument: MandateInstrument, more: Partial<MandateTerms> = {}, nowMs = FRIDAY): MandateReport =>
  rail.register({ mandateId: ID, terms: termsOf(instrument, more), nowMs });

describe('mandates of the sandbox', () => {
  it.each([
    ...Object.keys(MANDATE_VPA_PLANS).map((local) => [`${local}@sandbox`, upi(`${local}@sandbox`), local === 'mandate.decline'] as const),
    ...Object.keys(MANDATE_CARD_PLANS).map((scenario) => [`card ${scenario}`, card(scenario), scenario === '0072'] as const),
    ['SBXS', enach('SBXS'), false] as const,
    ['SBXF', enach('SBXF'), true] as const,
  ])('%s: decided at once', (_what, instrument, isRejected) => {
    expect(register(instrument).state).toBe(isRejected ? 'rejected' : 'active');
    expect(register(instrument, { returnUrl: 'https://shop.example' }).state).toBe(isRejected ? 'rejected' : 'active');
  });

  it.each([
    ['no address', upi(null)],
    ['another address', upi('asha@okhdfcbank')],
    ['another card', card('0000')],
    ['another bank', enach('HDFC')],
  ])('%s: active, or waiting for the payer where there is a page to return to', (_what, instrument) => {
    expect(register(instrument).state).toBe('active');
    expect(register(instrument, { returnUrl: 'https://shop.example' })).toMatchObject({ state: 'requires_action' });
  });

  it('waits for the payer at the page of the bank, or for the bank to its next working day', () => {
    expect(Object.keys(MANDATE_BANK_PLANS)).toEqual(['SBXS', 'SBXF', 'SBXP', 'SBXM']);
    const action = { kind: 'redirect_to_url', url: `https://pay.example/authorize/${ID}` };
    expect(register(enach('SBXP'))).toEqual({ state: 'requires_action', action });
    expect(register(card('0000'), { returnUrl: 'https://shop.example' })).toEqual({ state: 'requires_action', action });
    const untilMonday = Date.parse('2026-11-29T18:30:00Z');
    expect(register(enach('SBXM'))).toEqual({ state: 'requires_action', action: null, checkAtMs: untilMonday });
    expect(register(enach('SBXM'), {}, SATURDAY)).toMatchObject({ checkAtMs: untilMonday });
    expect(rail.ask({ mandateId: ID, terms: termsOf(enach('SBXM')), nowMs: untilMonday })).toMatchObject({ state: 'active' });
  });

  it('has the numbers of its network, the same whenever asked', () => {
    const [onUpi, onNach] = [register(upi(null)), register(enach('SBXS'))];
    expect(onUpi).toEqual(register(upi(null)));
    expect(onUpi).toMatchObject({ references: { umn: expect.stringMatching(/^[A-Za-z0-9]{32}@sandbox$/) } });
    expect(onNach).toMatchObject({ references: { umrn: expect.stringMatching(/^[A-Z]{4}[A-Z0-9]{16}$/) } });
  });

  it('is approved in a UPI app by a link that says what the payer agrees to', () => {
    const more = { returnUrl: 'https://shop.example', frequency: 'monthly', debitDay: 5, description: 'Gold & more' } as const;
    const report = register(upi(null), more);
    const link = report.state === 'requires_action' ? (report.action?.url ?? '') : '';
    expect(link.startsWith('upi://mandate?pa=merchant@sandbox&pn=Hundi%20Sandbox&mn=Gold%20%26%20more&')).toBe(true);
    expect(Object.fromEntries(new URLSearchParams(link.split('?')[1]))).toMatchObject({
      validitystart: '27112026',
      validityend: '27112027',
      am: '499.00',
      amrule: 'MAX',
      recur: 'MONTHLY',
      recurvalue: '5',
      recurtype: 'ON',
      rev: 'Y',
      tr: 'MAN0QvAb12c07ABCDEFGHIJKLMN',
    });
  });
});
