import { eventually, hundiUnderTest } from '#testing';
import { BEGAN, ClocksOf, WAIT } from '../../../test/clocks-of';
import { Merchant, newKey } from '../../../test/merchant';
import { Receiver } from '../../../test/receiver';

const hundi = hundiUnderTest();

describe('a test clock with webhook_retries clock', () => {
  let merchant: Merchant;
  let clocks: ClocksOf;
  let receiver: Receiver;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    clocks = new ClocksOf(merchant);
    receiver = await Receiver.open();
  });
  afterAll(() => receiver.close());

  it('lives the four attempts of a delivery, an hour and five minutes apart, in three advances', async () => {
    const body = { url: receiver.url(newKey()), enabled_events: ['customer.created'] };
    const endpoint = String((await merchant.post('/v1/webhook_endpoints', body)).headers.location);
    const clock = await clocks.make('/v1/test_helpers/clocks', { now_at: BEGAN, webhook_retries: 'clock' });
    expect((await clocks.get(clock)).json).toMatchObject({ webhook_retries: 'clock' });
    receiver.status = 500;
    const customer = await clocks.customerOn(clock);
    const waiting = (attempts: number): Promise<void> =>
      eventually(async () => {
        const { data } = (await merchant.get(`${endpoint}/deliveries?resource=${customer}`)).json;
        expect(data).toMatchObject([{ status: 'retrying', attempt_count: attempts }]);
      });
    await waiting(1);
    await clocks.advance(clock, { by: 'PT6S' }, WAIT);
    await waiting(2);
    await clocks.advance(clock, { by: 'PT6M' }, WAIT);
    await waiting(3);
    receiver.status = 200;
    await clocks.advance(clock, { by: 'PT2H' }, WAIT);
    await eventually(async () => {
      const { data } = (await merchant.get(`${endpoint}/deliveries?resource=${customer}`)).json;
      expect(data).toMatchObject([{ status: 'succeeded', attempt_count: 4 }]);
    });
    await merchant.delete(endpoint);
  });

  it('has events from which a new endpoint starts by the time of the day', async () => {
    const clock = await clocks.make('/v1/test_helpers/clocks', { now_at: BEGAN });
    const customer = await clocks.customerOn(clock);
    let event = '';
    await eventually(async () => {
      const [created] = (await merchant.get(`/v1/events?resource_id=${customer}`)).json.data as { id: string }[];
      event = created?.id ?? '';
      expect(event).not.toBe('');
    });
    const body = { url: receiver.url(newKey()), enabled_events: ['customer.created'], start_from: event };
    const { headers, json } = await merchant.post('/v1/webhook_endpoints', body);
    await eventually(async () => {
      const { data } = (await merchant.get(`${String(headers.location)}/deliveries?resource=${customer}`)).json;
      expect(data).toMatchObject([{ event_id: event, status: 'succeeded', trigger: 'replay' }]);
    });
    const replay = (await merchant.get(`/v1/webhook_replays/${String(json.replay_id)}`)).json;
    expect(Math.abs(Number(replay.since) - Date.now() / 1_000)).toBeLessThan(60);
    await merchant.delete(String(headers.location));
  });
});
