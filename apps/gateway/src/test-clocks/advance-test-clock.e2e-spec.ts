import { eventually, hundiUnderTest } from '#testing';
import { BEGAN, ClocksOf, DAY, WAIT } from '../../test/clocks-of';
import { Merchant, newKey } from '../../test/merchant';

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

  it('(58) 409 for changes while it is on its way, reads work, and the retry does', async () => {
    const { clock, customer, mandate } = await clocks.debiting();
    for (let index = 0; index < 9; index++) await clocks.debitOf(mandate, { debit_after_at: BEGAN + (2 + index) * DAY });
    const asked = clocks.advance(clock, { by: 'P20D' });
    const body = { amount: 100, debit_after_at: BEGAN + 25 * DAY };
    const busy = await eventually(async () => {
      const answer = await merchant.post('/v1/payments', { amount: 100, currency: 'INR', payment_method: 'upi', customer_id: customer });
      expect([201, 409]).toContain(answer.status);
      expect(answer.status === 409 || (await clocks.get(clock)).json.advance_id !== null).toBe(true);
      return answer;
    });
    const started = await asked;
    expect(started.status).toBe(202);
    if (busy.status === 409) expect(busy.error).toMatchObject({ code: 'clock_advancing', type: 'conflict_error' });
    expect((await merchant.get(`/v1/customers/${customer}`)).status).toBe(200);
    await eventually(async () => expect((await clocks.get(clock)).json).toMatchObject({ status: 'ready', steps_done: 18 }));
    expect((await merchant.post(`/v1/mandates/${mandate}/debits`, body)).status).toBe(201);
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
