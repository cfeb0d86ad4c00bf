import { findSandboxCard, type Instrument } from '#contracts';
import type { CreateInput, ProcessorPayment } from '../processor';
import { SandboxProcessor } from './sandbox';

const NOW_MS = Date.UTC(2026, 10, 20, 13, 0, 0);
const EXPIRES_AT_MS = NOW_MS + 600_000;
const sandbox = new SandboxProcessor({
  vpa: 'merchant@sandbox',
  name: 'Acme Stores',
  merchantCategory: '5411',
  publicUrl: 'http://pay.test',
});

const returnUrl = 'https://shop.test/back';
const code: Instrument = { method: 'upi', flow: 'qr', vpa: null };
const upi = (vpa: string | null): Instrument => ({ method: 'upi', flow: vpa === null ? 'intent' : 'collect', vpa });

function create(change: Partial<CreateInput>): ProcessorPayment {
  const input: CreateInput = {
    paymentId: 'pay_0QvAb12c07ABCDEFGHIJKLMN',
    attempt: 1,
    amount: 50_000,
    currency: 'INR',
    instrument: upi(null),
    captureMethod: 'automatic',
    expiresAtMs: EXPIRES_AT_MS,
    description: 'Order 1001',
    ...change,
  };
  return sandbox.createNow(input, NOW_MS);
}

/** What the link of a code says, by NPCI's UPI linking specifications. */
function codeOf(rupees: string): object {
  const payload = `upi://pay?ver=01&mode=15&pa=merchant@sandbox&pn=Acme%20Stores&mc=5411&tr=PAY0QvAb12c07ABCDEFGHIJKLMN&tn=Order%201001&am=${rupees}&cu=INR&qrMedium=06`;
  return { kind: 'upi_qr', payload, expiresAtMs: EXPIRES_AT_MS };
}

describe('what the customer has to do', () => {
  it('a return_url gives a UPI link instead of an instant outcome', () => {
    expect(create({ returnUrl }).nextAction).toEqual({
      kind: 'upi_intent',
      url: 'upi://pay?pa=merchant@sandbox&pn=Acme%20Stores&mc=5411&tr=PAY0QvAb12c07ABCDEFGHIJKLMN&tn=Order%201001&am=500.00&cu=INR&mode=04',
      expiresAtMs: EXPIRES_AT_MS,
    });
  });

  it.each<[string, Partial<CreateInput>, string]>([
    ['with a return_url', { returnUrl }, '500.00'],
    ['without one', {}, '500.00'],
    ['with an amount of the tables', { amount: 402 }, '4.02'],
  ])('a QR code waits to be scanned, %s', (_how, change, rupees) => {
    expect(create({ ...change, instrument: code })).toMatchObject({ state: 'requires_action', nextAction: codeOf(rupees) });
  });

  it('an address of the tables decides by itself, whatever the flow', () => {
    expect(create({ instrument: { ...code, vpa: 'insufficient@sandbox' } })).toMatchObject({ state: 'failed' });
    expect(create({ instrument: upi('expired@sandbox') }).nextAction).toMatchObject({ kind: 'upi_collect', vpa: 'expired@sandbox' });
  });

  it('a return_url gives the page of the bank of a card', () => {
    const card = { ...findSandboxCard('4999000000000005')!, expiryMonth: 12, expiryYear: 2030 };
    expect(create({ returnUrl, instrument: { method: 'card', card } }).nextAction?.kind).toBe('redirect_to_url');
  });
});
