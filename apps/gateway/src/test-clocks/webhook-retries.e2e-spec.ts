import { eventually, hundiUnderTest } from '#testing';
import { BEGAN, ClocksOf, WAIT } from '../../test/clocks-of';
import { Merchant, newKey } from '../../test/merchant';
import { Receiver } from '../../test/receiver';

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
});
