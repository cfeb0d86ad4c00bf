import { inTransaction } from '#event-store';
import { resendDelivery } from './resend-delivery';
import { OK, QueueFixture } from './test/queue-fixture';

/** What was open when the endpoint was disabled is cancelled; what is made for it once it is enabled again never is. */
describe('an endpoint that is disabled and enabled again', () => {
  let fixture: QueueFixture;

  beforeAll(async () => {
    fixture = await QueueFixture.open();
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    await fixture.reset();
    await fixture.endpoint('we_a');
  });

  /** By the clock of the process that enabled it. */
  const reenable = async (reenabledAtMs = fixture.clock.nowMs()) => {
    const head = { version: 3, reenabledAtMs };
    await fixture.stream('we_a', {}, head);
    return head;
  };
  const disable = () => fixture.endpoint('we_a', {}, { status: 'disabled', version: 2 });
  const follow = () => fixture.endpointQueues.follow([7], ['we_a'], fixture.clock.nowMs());
  const cancelOpen = () => fixture.endpointQueues.cancelOpen(fixture.clock.nowMs());
  const resend = (deliveryId: string | undefined) =>
    inTransaction(fixture.pool, (client) =>
      resendDelivery(client, {
        shard: 7,
        accountId: 'acct_1',
        livemode: true,
        deliveryId: deliveryId ?? '',
        newDeliveryId: 'whd_again',
        nowMs: fixture.clock.nowMs(),
      }),
    );

  describe.each([
    ['its queue has heard of both', follow],
    ['its queue has yet to hear of the enabling', async () => undefined],
  ])('in one millisecond, when %s', (_when, catchUp) => {
    it('sends what is asked for again, and cancels what was open', async () => {
      const [ended] = await fixture.put('we_a', 1);
      await fixture.serve(OK);
      const [open] = await fixture.put('we_a', 1);
      await disable();
      await reenable();
      await catchUp();
      expect(await resend(ended)).toEqual({ deliveryId: 'whd_again' });
      await follow();
      expect(await cancelOpen()).toBe(1);
      expect(await fixture.delivered(open ?? '')).toMatchObject({ state: 'cancelled', reason: 'endpoint_disabled' });
      expect((await fixture.claim()).map(({ deliveryId }) => deliveryId)).toEqual(['whd_again']);
    });

    it('sends what was open itself, when that is asked for again', async () => {
      const [open, other] = await fixture.put('we_a', 2);
      await disable();
      await reenable();
      await catchUp();
      expect(await resend(open)).toEqual({ deliveryId: open });
      await follow();
      expect(await cancelOpen()).toBe(1);
      expect(await fixture.delivered(other ?? '')).toMatchObject({ state: 'cancelled' });
      expect((await fixture.claim()).map(({ deliveryId }) => deliveryId)).toEqual([open]);
    });

    it('sends the next event', async () => {
      await disable();
      const head = await reenable();
      await catchUp();
      const [next] = await fixture.put('we_a', 1, {}, head);
      await follow();
      expect(await cancelOpen()).toBe(0);
      expect(await fixture.endpointQueue('we_a')).toMatchObject({ status: 'enabled' });
      expect((await fixture.claim()).map(({ deliveryId }) => deliveryId)).toEqual([next]);
    });
  });

  it('sends what is made for it although the clock of the process that enabled it is ahead', async () => {
    const [open] = await fixture.put('we_a', 1);
    const head = await reenable(fixture.clock.nowMs() + 2_000);
    const [next] = await fixture.put('we_a', 1, {}, head);
    fixture.clock.advanceMs(10);
    await follow();
    expect(await cancelOpen()).toBe(1);
    expect(await fixture.delivered(open ?? '')).toMatchObject({ state: 'cancelled' });
    expect((await fixture.claim()).map(({ deliveryId }) => deliveryId)).toEqual([next]);
  });

  it('cancels what was open although the clock of the process that enabled it is behind', async () => {
    await fixture.put('we_a', 1);
    await reenable(fixture.clock.nowMs() - 2_000);
    await follow();
    expect(await cancelOpen()).toBe(1);
    expect(await fixture.claim()).toEqual([]);
  });

  it('is followed as a whole: the first delivery put into its queue takes over nothing', async () => {
    const [open] = await fixture.put('we_a', 1);
    const head = await reenable();
    fixture.clock.advanceMs(10);
    const [next] = await fixture.put('we_a', 1, { maxInFlight: 3 }, head);
    await fixture.stream('we_a', { maxInFlight: 3 }, head);
    await follow();
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ cap: 3 });
    expect(await cancelOpen()).toBe(1);
    expect(await fixture.delivered(open ?? '')).toMatchObject({ state: 'cancelled' });
    expect((await fixture.claim()).map(({ deliveryId }) => deliveryId)).toEqual([next]);
  });
});
