import { eventually, hundiUnderTest } from '#testing';
import { BEGAN, ClocksOf, DAY, WAIT } from '../../../test/clocks-of';
import { Merchant, newKey } from '../../../test/merchant';

const hundi = hundiUnderTest();

describe('POST /v1/test_helpers/clocks/{id}/advance', () => {
  let merchant: Merchant;
  let clocks: ClocksOf;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    clocks = new ClocksOf(merchant);
  });

  it('200: a debit is told to the payer, executed and paid at the times of the clock', async () => {
    const { clock, mandate } = await clocks.debiting();
    const debit = await clocks.debitOf(mandate);
    const { execute_at } = (await merchant.get(`/v1/debits/${debit}`)).json as { execute_at: number };
    expect((await clocks.get(clock)).json).toMatchObject({ pending: 1 });
    const answer = await clocks.advance(clock, { by: 'P2D' }, WAIT);
    expect([answer.status, answer.headers['preference-applied']]).toEqual([200, 'wait']);
    expect(answer.json).toMatchObject({ status: 'ready', now_at: BEGAN + 2 * DAY, target_at: BEGAN + 2 * DAY, steps_done: 1 });
    const paid = (await merchant.get(`/v1/debits/${debit}`)).json;
    expect(paid).toMatchObject({ status: 'succeeded', attempts: [{ outcome: 'succeeded', at: execute_at }] });
    const events = await clocks.eventsOf(answer.json);
    expect(events.map(({ type }) => type)).toEqual([
      'test_clock.advancing',
      'payment.created',
      'payment.authorized',
      'payment.captured',
      'debit.succeeded',
      'test_clock.ready',
    ]);
    for (const event of events.slice(1, -1)) {
      expect(event).toMatchObject({ created_at: execute_at, test_clock_id: clock, correlation_id: answer.json.advance_id });
    }
    expect(events[0]).toMatchObject({ resource: { type: 'test_clock', id: clock }, test_clock_id: null });
  });

  it('202: shows where it goes, and the clock says when it is there', async () => {
    const { clock, mandate } = await clocks.debiting();
    await clocks.debitOf(mandate);
    const key = { 'idempotency-key': newKey() };
    const answer = await clocks.advance(clock, { to_at: BEGAN + 3 * DAY }, key);
    expect([answer.status, answer.json]).toMatchObject([202, { status: 'advancing', target_at: BEGAN + 3 * DAY }]);
    expect(answer.headers.location).toBe(`/v1/test_helpers/clocks/${clock}`);
    await eventually(async () => expect((await clocks.get(clock)).json).toMatchObject({ status: 'ready', now_at: BEGAN + 3 * DAY }));
    const again = await clocks.advance(clock, { to_at: BEGAN + 3 * DAY }, key);
    expect([again.status, again.text]).toEqual([202, answer.text]);
  });

  it('a retry that waits gets its own advance, and its stored answer once the clock was advanced again', async () => {
    const { clock, mandate } = await clocks.debiting();
    await clocks.debitOf(mandate);
    const key = { 'idempotency-key': newKey(), ...WAIT };
    const first = await clocks.advance(clock, { by: 'P3D' }, key);
    const retried = await clocks.advance(clock, { by: 'P3D' }, key);
    expect([first.status, retried.status, retried.text]).toEqual([200, 200, first.text]);
    await clocks.advance(clock, { by: 'P1D' }, WAIT);
    const late = await clocks.advance(clock, { by: 'P3D' }, key);
    expect([late.status, late.headers['preference-applied']]).toEqual([202, undefined]);
    expect(late.json).toMatchObject({ status: 'advancing', advance_id: first.json.advance_id, target_at: BEGAN + 3 * DAY });
  });

  it('200: goes on where the last try of a debit fails while others of its subscription wait', async () => {
    const { clock, subscription } = await clocks.subscribed({
      interval: 'day',
      payment_method: 'upi',
      upi: { vpa: 'mandate.lowfunds@sandbox' },
    });
    const answer = await clocks.advance(clock, { by: 'P6D' }, WAIT);
    expect([answer.status, answer.json]).toMatchObject([200, { status: 'ready', last_error: null, now_at: BEGAN + 6 * DAY }]);
    const halted = (await merchant.get(`/v1/subscriptions/${subscription}`)).json;
    expect(halted).toMatchObject({ status: 'halted', halt_reason: 'retries_exhausted' });
  });

  it('goes by the calendar of India', async () => {
    const clock = await clocks.clockAt(Date.parse('2031-01-31T19:00:00Z') / 1000 - DAY);
    const ends = async (by: string | number): Promise<string> => {
      const { now_at } = (await clocks.advance(clock, { by }, WAIT)).json as { now_at: number };
      return new Date(now_at * 1000).toISOString();
    };
    expect([await ends('P1M'), await ends('P1Y'), await ends(60)]).toEqual([
      '2031-02-27T19:00:00.000Z',
      '2032-02-27T19:00:00.000Z',
      '2032-02-27T19:01:00.000Z',
    ]);
  });

  it.each([
    [{}, 'to_at parameter_missing'],
    [{ to_at: BEGAN, by: 60 }, 'by parameters_exclusive'],
    [{ by: 'a day' }, 'by parameter_invalid'],
    [{ by: 0 }, 'by parameter_invalid'],
    [{ to_at: BEGAN - 1 }, 'to_at parameter_invalid'],
    [{ by: 'P5YT1S' }, 'by parameter_invalid'],
  ])('400: %j', async (body, expected) => {
    const answer = await clocks.advance(await clocks.clockAt(), body);
    expect([answer.status, `${answer.error.param} ${answer.error.code}`]).toEqual([400, expected]);
  });

  it('(58) 409 for changes while it is on its way, reads work, and the same request works when it is there', async () => {
    const clock = await clocks.clockAt();
    const customer = await clocks.customerOn(clock);
    // Three years of three subscriptions: far more steps than are made before the next request arrives.
    const body = { customer_id: customer, amount: 49_900, interval: 'month' };
    for (let index = 0; index < 3; index++) await clocks.make('/v1/subscriptions', body);
    const started = await clocks.advance(clock, { by: 'P3Y' });
    expect([started.status, started.json]).toMatchObject([202, { status: 'advancing' }]);
    const payment = { amount: 100, currency: 'INR', payment_method: 'upi', upi: { vpa: 'success@sandbox' }, customer_id: customer };
    const key = { 'idempotency-key': newKey() };
    const writes = [
      await merchant.post('/v1/payments', payment, key),
      await merchant.patch(`/v1/customers/${customer}`, { name: 'Busy' }),
      await clocks.advance(clock, { by: 60 }),
      await merchant.delete(`/v1/test_helpers/clocks/${clock}`),
    ];
    for (const { status, error } of writes)
      expect([status, error]).toMatchObject([409, { code: 'clock_advancing', type: 'conflict_error' }]);
    expect((await merchant.get(`/v1/customers/${customer}`)).json).toMatchObject({ name: 'Asha' });
    expect((await clocks.get(clock)).json).toMatchObject({ status: 'advancing', target_at: started.json.target_at });
    const isThere = async (): Promise<void> => expect((await clocks.get(clock)).json).toMatchObject({ status: 'ready' });
    await eventually(isThere, { withinMs: 100_000, everyMs: 250 });
    const again = await merchant.post('/v1/payments', payment, key);
    expect([again.status, again.json]).toMatchObject([201, { status: 'captured', created_at: started.json.target_at }]);
  }, 120_000);

  it('lists what it caused, in order, with the position of the clock that is ready', async () => {
    for (let run = 0; run < 3; run++) {
      const clock = await clocks.clockAt();
      await clocks.make('/v1/subscriptions', { customer_id: await clocks.customerOn(clock), amount: 49_900, interval: 'week' });
      const { json } = await clocks.advance(clock, { by: 'P12W' }, WAIT);
      const { headers } = await merchant.get(`/v1/test_helpers/clocks?id=${clock}`);
      const events = await clocks.list(`correlation_id=${String(json.advance_id)}&min_position=${headers['event-position']}`);
      expect([events[0]?.type, events.at(-1)?.type]).toEqual(['test_clock.advancing', 'test_clock.ready']);
      const caused = events.slice(1, -1);
      expect(caused.filter(({ type }) => type === 'subscription.charged')).toHaveLength(12);
      expect(caused.every(({ test_clock_id: id }) => id === clock)).toBe(true);
      const times = caused.map(({ created_at: at }) => at);
      expect(times).toEqual(times.toSorted((left, right) => left - right));
    }
  });

  it('(56) leaves other customers and their timers alone', async () => {
    const other = await clocks.make('/v1/customers', { name: 'Ravi' });
    const terms = { method: 'upi', max_amount: 100_000, ends_at: Math.floor(Date.now() / 1000) + 365 * DAY };
    const debit = await clocks.debitOf(await clocks.make('/v1/mandates', { customer_id: other, ...terms }));
    const before = await merchant.get(`/v1/debits/${debit}`);
    const { clock, mandate } = await clocks.debiting();
    await clocks.debitOf(mandate);
    expect((await clocks.advance(clock, { by: 'P3D' }, WAIT)).json).toMatchObject({ steps_done: 1 });
    expect((await merchant.get(`/v1/debits/${debit}`)).text).toBe(before.text);
  });

  it('numbers the invoices of each clock by themselves', async () => {
    const numbers: unknown[] = [];
    for (let run = 0; run < 2; run++) {
      const { customer } = await clocks.debiting();
      const lines = [{ description: 'Gold', amount: 49_900 }];
      const { json } = await merchant.post('/v1/invoices', { customer_id: customer, lines });
      numbers.push(json.number);
      expect(json).toMatchObject({ invoice_date: '2031-01-01', finalized_at: BEGAN });
    }
    expect(numbers).toEqual(['INV/3031/000001', 'INV/3031/000001']);
  });
});
