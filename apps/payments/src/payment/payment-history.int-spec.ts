import { eventually } from '#testing';
import type { AttemptResource, HistoryEventResource, ListPage, ListQuery, PaymentResource } from '#contracts';
import { appendQuery } from '#contracts';
import { byVpa, paymentOf, PaymentsUnderTest, PLAIN } from '../../test/payments-under-test';

describe('the history of a payment', () => {
  let payments: PaymentsUnderTest;
  let payment: PaymentResource;
  /** A payment with eight events: captured, then renamed five times, ten seconds apart. */
  beforeAll(async () => {
    payments = await PaymentsUnderTest.start();
    payment = paymentOf(await payments.create());
    for (let times = 1; times <= 5; times++) {
      payments.clock.advanceMs(10_000);
      await payments.send(payments.command('payments.update', { description: `name ${times}` }, { streamId: payment.id }));
    }
  });
  afterAll(() => payments.end());

  const events = async (query: Partial<ListQuery> = {}, id = payment.id): Promise<ListPage<HistoryEventResource>> => {
    const { status, text } = await payments.ask(appendQuery(`/internal/payments/${id}/events`, query));
    if (status !== 200) throw new Error(`${status} ${text}`);
    return JSON.parse(text) as ListPage<HistoryEventResource>;
  };
  const sequences = ({ data }: ListPage<HistoryEventResource>): number[] => data.map(({ sequence }) => sequence);

  it('is what was published, to the letter, with who caused it', async () => {
    const { data, has_more, next_cursor, total_count } = await events({ order: 'asc', wantsTotalCount: true });
    expect({ has_more, next_cursor, total_count }).toEqual({ has_more: false, next_cursor: null, total_count: 8 });
    // The history is there with the commit; what is published follows it.
    await eventually(() => expect(data.map(({ actor, ...event }) => event)).toEqual(payments.eventsOf(payment.id)));
    expect(data[0]).toMatchObject({ type: 'payment.created', sequence: 1, actor: { type: 'api_key', id: 'key_1' } });
  });

  it('is paged both ways in both orders without a gap', async () => {
    expect(sequences(await events({ limit: 3 }))).toEqual([8, 7, 6]);
    const all = (await events({ order: 'asc' })).data.map(({ id }) => id);
    const [fourth, seventh] = [String(all[3]), String(all[6])];
    expect(sequences(await events({ limit: 2, after: fourth }))).toEqual([3, 2]);
    expect(sequences(await events({ limit: 2, before: fourth }))).toEqual([6, 5]);
    expect(sequences(await events({ limit: 2, after: fourth, order: 'asc' }))).toEqual([5, 6]);
    expect(sequences(await events({ limit: 2, before: fourth, order: 'asc' }))).toEqual([2, 3]);
    expect(await events({ limit: 2, after: seventh, order: 'asc' })).toMatchObject({ has_more: false, next_cursor: null });
    expect(await events({ limit: 2, before: seventh })).toMatchObject({ has_more: false, next_cursor: null });
  });

  it('refuses a cursor that is no event of this payment', async () => {
    const path = appendQuery(`/internal/payments/${payment.id}/events`, { after: 'evt_0TgWzRaB07xK2mNq5Yd8Vf3L' });
    const { status, text } = await payments.ask(path);
    expect([status, JSON.parse(text)]).toEqual([400, expect.objectContaining({ code: 'cursor_invalid' })]);
  });

  it('belongs to its owner alone', async () => {
    for (const path of ['events', 'attempts']) {
      const stranger = await payments.ask(`/internal/payments/${payment.id}/${path}`, { 'x-hundi-account': 'acct_other' });
      expect([stranger.status, JSON.parse(stranger.text)]).toEqual([404, { code: 'resource_missing', details: { param: 'id' } }]);
      const live = await payments.ask(`/internal/payments/${payment.id}/${path}`, { 'x-hundi-livemode': 'true' });
      expect([live.status, live.text]).toEqual([404, expect.stringContaining('Use a test key')]);
    }
  });

  it('shows the payment as it was, by sequence and by time', async () => {
    const asOf = async (moment: { sequence: number } | { atMs: number }): Promise<PaymentResource | number> => {
      const { status, text } = await payments.get(appendQuery(payment.id, { asOf: moment }));
      return status === 200 ? (JSON.parse(text) as PaymentResource) : status;
    };
    const createdAtMs = payment.created_at * 1000;
    expect(await asOf({ sequence: 1 })).toMatchObject({ status: 'created', sequence: 1 });
    expect(await asOf({ sequence: 3 })).toEqual(payment);
    expect(await asOf({ atMs: createdAtMs + 20_500 })).toMatchObject({ description: 'name 2', sequence: 5 });
    expect(await asOf({ atMs: createdAtMs - 1 })).toBe(404);
    expect(await asOf({ sequence: 10 })).toBe(404);
  });
});

describe('the attempts of a payment', () => {
  let payments: PaymentsUnderTest;
  beforeAll(async () => {
    payments = await PaymentsUnderTest.start();
  });
  afterAll(() => payments.end());

  const attempts = async (id: string, query: Partial<ListQuery> = {}): Promise<ListPage<AttemptResource>> =>
    (await payments.list(`/internal/payments/${id}/attempts`, query)) as unknown as ListPage<AttemptResource>;

  it('are none before the customer has chosen', async () => {
    const { instrument: _chosen, ...open } = PLAIN;
    const { id } = paymentOf(await payments.create({ ...open, methods: ['upi', 'card'] }));
    expect(await attempts(id)).toEqual({ data: [], has_more: false, next_cursor: null });
  });

  it('show what was tried, at whom, and what became of it, newest first', async () => {
    const { id } = paymentOf(await payments.create(byVpa('insufficient@sandbox')));
    payments.clock.advanceMs(5_000);
    const confirm = { instrument: { method: 'upi', flow: 'collect', vpa: 'success@sandbox' } } as const;
    await payments.send(payments.command('payments.confirm', confirm, { streamId: id }));
    const { data } = await attempts(id);
    expect(data).toMatchObject([
      { object: 'attempt', payment_id: id, number: 2, status: 'captured', processor: 'sandbox', error: null },
      { number: 1, status: 'failed', payment_method: 'upi', error: { reason: 'insufficient_funds', network_code: 'Z9' } },
    ]);
    expect(data[0]?.id).toBe((await payments.payment(id)).latest_attempt_id);
    expect((data[0]?.created_at ?? 0) - (data[1]?.created_at ?? 0)).toBe(5);
    expect(data[1]?.payment_method_details?.upi?.vpa).toBe('insufficient@sandbox');
  });

  it('are paged like every list', async () => {
    const { id } = paymentOf(await payments.create(byVpa('wrongpin@sandbox')));
    const confirm = { instrument: { method: 'upi', flow: 'collect', vpa: 'wrongpin@sandbox' } } as const;
    for (let times = 0; times < 3; times++) await payments.send(payments.command('payments.confirm', confirm, { streamId: id }));
    const numbers = async (query: Partial<ListQuery>): Promise<number[]> => (await attempts(id, query)).data.map(({ number }) => number);
    const second = (await attempts(id, { order: 'asc' })).data[1]?.id ?? '';
    expect(await numbers({ limit: 2 })).toEqual([4, 3]);
    expect(await numbers({ after: second })).toEqual([1]);
    expect(await numbers({ before: second, limit: 1 })).toEqual([3]);
    expect(await numbers({ order: 'asc', after: second, limit: 1 })).toEqual([3]);
    expect(await attempts(id, { limit: 2, wantsTotalCount: true })).toMatchObject({ has_more: true, total_count: 4 });
  });
});
