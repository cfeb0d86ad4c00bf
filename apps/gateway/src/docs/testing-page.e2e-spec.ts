import { hundiUnderTest } from '#testing';
import type { TestingSection } from '#contracts';
import { Merchant } from '../../test/merchant';

const hundi = hundiUnderTest();

/** Values of the page that are sent over HTTP here; the unit tests of both sandboxes send every one. */
const TRIED: [section: string, value: string, body: (value: string) => object][] = [
  ['upi', 'insufficient@sandbox', (vpa) => ({ payment_method: 'upi', upi: { vpa } })],
  ['upi', 'testinvalid@gocash', (vpa) => ({ payment_method: 'upi', upi: { vpa } })],
  [
    'cards',
    '349900001200006',
    (number) => ({ payment_method: 'card', card: { number, expiry_month: 12, expiry_year: 2035, cvv: '1234' } }),
  ],
  ['banks', 'SBXM', (bank) => ({ payment_method: 'netbanking', netbanking: { bank } })],
  ['amounts', '403', (amount) => ({ payment_method: 'upi', amount: Number(amount) })],
  ['payment-outcomes', 'payment_risk_check_failed', (word) => ({ payment_method: 'upi', metadata: { sandbox_outcome: word } })],
];

describe('GET /docs/testing', () => {
  let merchant: Merchant;
  let sections: TestingSection[];
  const rowOf = (id: string, value: string) =>
    sections.find((section) => section.id === id)!.rows.find(({ values }) => values.includes(value))!;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    const answer = await fetch(`${hundi.baseUrl}/docs/testing.json`);
    ({ sections } = (await answer.json()) as { sections: TestingSection[] });
  });

  it('is a page for people, without a key', async () => {
    const answer = await fetch(`${hundi.baseUrl}/docs/testing`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain('<code>insufficient@sandbox</code>');
  });

  it.each(TRIED)('is true of %s %s', async (id, value, bodyOf) => {
    const row = rowOf(id, value);
    const answer = await merchant.post('/v1/payments', { amount: 50_000, currency: 'INR', ...bodyOf(value) });
    if (row.refused_param !== null) {
      expect([answer.status, answer.error.param, answer.error.errors[0]?.reason]).toEqual([400, row.refused_param, row.reason]);
      return;
    }
    expect(answer.status).toBe(201);
    const waiting = (answer.json.next_action as { awaiting_status?: string } | null)?.awaiting_status ?? null;
    const lastError = answer.json.last_error as { reason: string } | null;
    expect([answer.json.status, lastError?.reason ?? waiting]).toEqual([row.status, row.reason]);
  });

  it.each([
    ['refund-amounts', '2469', { amount: 2_469 }],
    ['refund-outcomes', 'slow', { metadata: { sandbox_outcome: 'slow' } }],
  ])('is true of %s %s', async (id, value, body) => {
    const payment_id = (await merchant.captured()).split('/').at(-1);
    const { json } = await merchant.post('/v1/refunds', { payment_id, ...body });
    expect([json.status, json.failure_code]).toEqual([rowOf(id, value).status, rowOf(id, value).reason]);
  });

  it.each([
    ['kyc-pan', 'ZZZPS0027V', { document_type: 'pan', document_number: 'ZZZPS0027V' }],
    [
      'kyc-bank_account',
      '00000000000022',
      { document_type: 'bank_account', document_number: '00000000000022', document_details: { ifsc: 'SBOX0000001' } },
    ],
  ])('is true of %s %s', async (id, number, body) => {
    const customer_id = (await merchant.customer({ name: 'Asha Verma' })).split('/').at(-1);
    const { json } = await merchant.post('/v1/kyc/verifications', { customer_id, ...body });
    expect([json.status, json.verification_reason_code]).toEqual([rowOf(id, number).status, rowOf(id, number).reason]);
  });

  it('is where an error of the sandbox points', async () => {
    const metadata = { sandbox_outcome: 'insuficient_funds' };
    const { status, error, json } = await merchant.post('/v1/payments', {
      amount: 50_000,
      currency: 'INR',
      payment_method: 'upi',
      metadata,
    });
    expect([status, error.param, error.errors[0]?.reason]).toEqual([400, 'metadata.sandbox_outcome', 'sandbox_outcome_unknown']);
    expect(error.message).toMatch(/must be one of .*insufficient_funds/);
    expect(error.hint).toContain('/docs/testing#payment-outcomes');
    expect((json.error as { doc_url: string }).doc_url).toMatch(/\/docs\/testing$/);
  });
});
