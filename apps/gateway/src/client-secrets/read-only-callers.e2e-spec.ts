import { eventually, hundiUnderTest } from '#testing';
import { Merchant } from '../../test/merchant';
import { newAccountKey } from '../../test/new-account';
import { LINES } from '../../test/one-of-each';
import { Receiver } from '../../test/receiver';
import { SCOPES } from '../auth/scopes';

jest.setTimeout(120_000);

const hundi = hundiUnderTest();
const SECRET = /_secret_[0-9A-Za-z]|client_secret=/;
const AADHAAR = { document_type: 'aadhaar', document_number: '9999-0004-0006' };
const IN_A_YEAR = Math.floor(Date.now() / 1000) + 31_536_000;

/** Objects whose page a payer or a customer opens with a secret. */
const KINDS = ['payment', 'invoice', 'subscription', 'mandate', 'verification'] as const;
type Kind = (typeof KINDS)[number];

describe('who may only read', () => {
  let merchant: Merchant;
  let reader: Merchant;
  let receiver: Receiver;
  let endpoint: string;
  const paths = new Map<Kind, string>();
  const requests = new Map<Kind, string>();

  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, await newAccountKey(hundi));
    receiver = await Receiver.open();
    endpoint = String((await merchant.post('/v1/webhook_endpoints', { url: receiver.url(), enabled_events: ['*'] })).headers.location);
    const scopes = SCOPES.filter((scope) => scope.endsWith(':read'));
    reader = merchant.with(String((await merchant.post('/v1/api_keys', { kind: 'restricted', scopes })).json.secret));
    const customer_id = (await merchant.customer({ name: 'Asha Rao', email: 'asha@example.com' })).split('/').at(-1);
    const plan = await merchant.post('/v1/plans', { name: 'Gold', amount: 49_900, interval: 'month' });
    const bodies: Record<Kind, [string, object]> = {
      payment: ['/v1/payments', { amount: 50_000, currency: 'INR', payment_methods: ['card', 'upi'], customer_id }],
      invoice: ['/v1/invoices', { customer_id, lines: LINES, auto_finalize: true }],
      subscription: ['/v1/subscriptions', { customer_id, plan_id: plan.json.id, return_url: 'https://shop.example/return' }],
      mandate: ['/v1/mandates', { customer_id, method: 'enach', enach: { bank: 'SBXP' }, max_amount: 49_900, ends_at: IN_A_YEAR }],
      verification: [
        '/v1/kyc/verifications',
        { customer_id, ...AADHAAR, document_details: { method: 'digilocker', redirect_url: 'https://shop.example/back' } },
      ],
    };
    for (const kind of KINDS) {
      const [path, body] = bodies[kind];
      const { headers, status, text } = await merchant.post(path, body);
      if (status > 202) throw new Error(`${kind}: ${text}`);
      paths.set(kind, String(headers.location));
      requests.set(kind, String(headers['request-id']));
    }
  });
  afterAll(() => receiver.close());

  it.each(KINDS)('sees no secret of a %s, which who may write it sees', async (kind) => {
    const path = paths.get(kind)!;
    const [list, id] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)];
    const log = `/v1/request_logs/${requests.get(kind)}`;
    const deliveries = `${endpoint}/deliveries?resource=${id}`;
    const [delivery] = await eventually(async () => {
      const { data } = (await merchant.get(deliveries)).json;
      expect(data).not.toEqual([]);
      expect((await merchant.get(log)).status).toBe(200);
      return data as { id: string }[];
    });
    const read = [path, list, log, `/v1/events?resource_id=${id}`, deliveries, `/v1/webhook_deliveries/${delivery?.id}/attempts`];
    for (const one of read) {
      const { status, text } = await reader.get(one);
      expect([one, status, SECRET.exec(text)?.[0]]).toEqual([one, 200, undefined]);
    }
    expect((await merchant.get(path)).text).toMatch(SECRET);
  });

  it('sees none in histories, searches, and objects inside others', async () => {
    const payment = paths.get('payment')!;
    const paid = (await merchant.captured()).split('/').at(-1);
    const refund = await merchant.post('/v1/refunds', { payment_id: paid, amount: 1_000 });
    const read = [
      ...(['payment', 'subscription', 'verification'] as const).map((kind) => `${paths.get(kind)}/events`),
      `${payment}?expand[]=customer`,
      '/v1/payments?expand[]=data.refunds',
      `${String(refund.headers.location)}?expand[]=payment`,
      '/v1/refunds?expand[]=data.payment',
      `/v1/payments/search?query=${payment.split('/').at(-1)}`,
      '/v1/events',
    ];
    const shown = await Promise.all(read.map(async (path) => ({ path, answer: await reader.get(path) })));
    expect(shown.filter(({ answer }) => SECRET.test(answer.text)).map(({ path }) => path)).toEqual([]);
    expect(shown.filter(({ answer }) => answer.status !== 200).map(({ path, answer }) => [path, answer.error.code])).toEqual([]);
  });
});
