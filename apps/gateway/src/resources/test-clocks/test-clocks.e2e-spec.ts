import { eventually, hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { BEGAN, ClocksOf, DAY, WAIT } from '../../../test/clocks-of';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();

describe('test clocks', () => {
  let merchant: Merchant;
  let clocks: ClocksOf;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    clocks = new ClocksOf(merchant);
  });

  describe('POST /v1/test_helpers/clocks', () => {
    it('201: stands at the time that was asked for', async () => {
      const answer = await merchant.post('/v1/test_helpers/clocks', { name: 'Year', now_at: BEGAN, metadata: { a: '1' } });
      expect([answer.status, answer.json]).toMatchObject([
        201,
        {
          id: expect.stringMatching(/^clk_/),
          object: 'test_clock',
          livemode: false,
          name: 'Year',
          status: 'ready',
          now_at: BEGAN,
          target_at: null,
          advance_id: null,
          steps_done: 0,
          stopped_reason: null,
          last_error: null,
          customer_count: 0,
          webhook_retries: 'real',
          metadata: { a: '1' },
          deleted: false,
          sequence: 1,
        },
      ]);
      const { created_at, deletes_at } = answer.json as { created_at: number; deletes_at: number };
      expect(deletes_at - created_at).toBe(30 * DAY);
      expect(answer.headers.location).toBe(`/v1/test_helpers/clocks/${String(answer.json.id)}`);
      expect((await clocks.get(String(answer.json.id))).json).toEqual({ ...answer.json, pending: 0 });
    });

    it('201: takes the word of Stripe, and the present time without one', async () => {
      expect((await merchant.post('/v1/test_helpers/clocks', { frozen_time: BEGAN })).json.now_at).toBe(BEGAN);
      const { now_at } = (await merchant.post('/v1/test_helpers/clocks')).json as { now_at: number };
      expect(Math.abs(now_at - Date.now() / 1000)).toBeLessThan(60);
    });

    it.each([
      [{ now_at: 'yesterday' }, ['now_at parameter_invalid']],
      [{ now_at: 1, frozen_time: 1 }, ['frozen_time parameters_exclusive']],
      [{ webhook_retries: 'never' }, ['webhook_retries parameter_invalid']],
      [{ name: 'x'.repeat(101) }, ['name parameter_invalid']],
    ])('400: %j', async (body, expected) => {
      expect(problemsOf(await merchant.post('/v1/test_helpers/clocks', body))).toEqual(expected);
    });

    it.each([946_684_799, 4_102_444_800])('400: %i is not in the years of a clock', async (nowAt) => {
      const answer = await merchant.post('/v1/test_helpers/clocks', { now_at: nowAt });
      expect([answer.status, answer.error]).toMatchObject([400, { code: 'parameter_invalid', param: 'now_at' }]);
    });

    it('403 in live mode', async () => {
      const answer = await merchant.with(hundi.liveKey).post('/v1/test_helpers/clocks', {});
      expect([answer.status, answer.error.code]).toEqual([403, 'key_restricted']);
    });
  });

  describe('a customer of a clock', () => {
    it('shows it, is counted, and lives by its time', async () => {
      const clock = await clocks.clockAt();
      const { json } = await merchant.post('/v1/customers', { name: 'Asha', test_clock_id: clock });
      expect(json).toMatchObject({ test_clock_id: clock, created_at: BEGAN, updated_at: BEGAN });
      expect((await clocks.get(clock)).json).toMatchObject({ customer_count: 1 });
      const path = await merchant.captured({ customer_id: json.id });
      expect((await merchant.get(path)).json).toMatchObject({ created_at: BEGAN, captured_at: BEGAN });
      const refund = await merchant.post('/v1/refunds', { payment_id: path.split('/').at(-1) });
      expect(refund.json).toMatchObject({ created_at: BEGAN });
    });

    it('is found by it, and so are their subscriptions, also by the end of the period', async () => {
      const clock = await clocks.clockAt();
      const [asha, ravi] = [await clocks.customerOn(clock), await clocks.customerOn(clock)];
      const subscribe = (customer: string, interval: string): Promise<string> =>
        clocks.make('/v1/subscriptions', { customer_id: customer, amount: 49_900, interval });
      const [monthly, yearly] = [await subscribe(asha, 'month'), await subscribe(ravi, 'year')];
      await subscribe(await clocks.customerOn(await clocks.clockAt()), 'month');
      const { json } = await merchant.get(`/v1/subscriptions/${monthly}`);
      expect(json).toMatchObject({ test_clock_id: clock });
      const end = Number(json.current_period_end_at);
      const listed = async (path: string): Promise<string[]> => {
        const { data } = (await merchant.get(`${path}${path.includes('?') ? '&' : '?'}test_clock_id=${clock}`)).json;
        return (data as { id: string }[]).map(({ id }) => id);
      };
      expect(await listed('/v1/customers')).toEqual([ravi, asha]);
      expect(await listed('/v1/subscriptions')).toEqual([yearly, monthly]);
      expect(await listed(`/v1/subscriptions?current_period_end_at[lt]=${end + 1}`)).toEqual([monthly]);
      expect(await listed(`/v1/subscriptions?current_period_end_at=${end}`)).toEqual([monthly]);
      expect(await listed(`/v1/subscriptions?current_period_end_at[lt]=${end}`)).toEqual([]);
      expect(await listed(`/v1/subscriptions?current_period_end_at[gt]=${end}`)).toEqual([yearly]);
      // The next period counts, once there is one.
      await clocks.advance(clock, { by: 'P1M' }, WAIT);
      expect(await listed(`/v1/subscriptions?current_period_end_at[lte]=${end}`)).toEqual([]);
      for (const query of ['test_clock_id=cust_1', 'current_period_end_at[lt]=soon', 'current_period_end_at[before]=1']) {
        const answer = await merchant.get(`/v1/subscriptions?${query}`);
        expect([answer.status, problemsOf(answer)[0]?.split(' ')[0]]).toEqual([400, query.split('=')[0]]);
      }
    });

    it('404: of a clock that is not there', async () => {
      const clock = await clocks.clockAt();
      const unknown = `${clock.slice(0, -6)}zZ9zZ9`;
      for (const test_clock_id of [unknown, 'clk_1', await clocks.customerOn(clock)]) {
        const answer = await merchant.post('/v1/customers', { name: 'Asha', test_clock_id });
        expect([answer.status, answer.error]).toMatchObject([404, { code: 'resource_missing', param: 'test_clock_id' }]);
      }
    });

    it('400 in live mode', async () => {
      const answer = await merchant.with(hundi.liveKey).post('/v1/customers', { name: 'Asha', test_clock_id: await clocks.clockAt() });
      expect(problemsOf(answer)).toEqual(['test_clock_id parameter_invalid']);
    });
  });

  describe('DELETE /v1/test_helpers/clocks/{id}', () => {
    it('200: erases its customers, and stands still', async () => {
      const { clock, customer } = await clocks.debiting();
      const second = await clocks.customerOn(clock);
      const answer = await merchant.delete(`/v1/test_helpers/clocks/${clock}`);
      expect([answer.status, answer.json]).toEqual([200, { id: clock, object: 'test_clock', deleted: true }]);
      await eventually(async () => {
        for (const id of [customer, second]) {
          expect((await merchant.get(`/v1/customers/${id}`)).json).toMatchObject({ deleted: true, name: null, test_clock_id: clock });
        }
      });
      expect((await clocks.get(clock)).json).toMatchObject({ deleted: true, customer_count: 2, pending: null });
      expect((await merchant.delete(`/v1/test_helpers/clocks/${clock}`)).status).toBe(200);
      expect((await clocks.advance(clock, { by: 60 })).status).toBe(404);
      // Lists follow.
      await eventually(async () => {
        const list = (await merchant.get('/v1/test_helpers/clocks?limit=100')).json.data as { id: string }[];
        expect(list.map(({ id }) => id)).not.toContain(clock);
      });
    });
  });

  describe('GET /v1/test_helpers/clocks', () => {
    it('200: the newest first', async () => {
      const [older, newer] = [await clocks.clockAt(), await clocks.clockAt()];
      await eventually(async () => {
        const { json } = await merchant.get('/v1/test_helpers/clocks?limit=2');
        expect((json.data as { id: string }[]).map(({ id }) => id)).toEqual([newer, older]);
      });
    });

    it('404 for one that is not there', async () => {
      expect((await clocks.get('clk_1')).status).toBe(404);
    });
  });
});
