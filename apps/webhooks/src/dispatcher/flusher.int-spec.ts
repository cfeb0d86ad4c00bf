import { createLogger } from '#service';
import { eventually } from '#testing';
import { attemptResult } from '../delivery-queue/test/attempt-result';
import { OK, QueueFixture } from '../delivery-queue/test/queue-fixture';
import { classifyAttempt } from './classify-attempt';
import { Flusher } from './flusher';

/** No `smallint`: Postgres refuses the row, however often it is asked. */
const NO_STATUS = 40_000;

describe('results on their way to Postgres', () => {
  let fixture: QueueFixture;
  let flusher: Flusher;

  beforeAll(async () => {
    fixture = await QueueFixture.open();
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    await fixture.reset();
    const logger = createLogger({ service: 'webhooks', level: 'silent' });
    flusher = new Flusher({ queue: fixture.queue, clock: fixture.clock, logger, worker: 'w1', onFlushed: () => undefined });
  });
  afterEach(() => flusher.drain());

  it('are written although one of them is a row that Postgres never takes: their leases would end meanwhile', async () => {
    await fixture.endpoint('we_a');
    const ids = await fixture.put('we_a', 4);
    const [bad, ...good] = await fixture.claim();
    const result = attemptResult({ ...OK, startedAtMs: fixture.clock.nowMs() });
    flusher.add(classifyAttempt(bad!, { ...result, statusCode: NO_STATUS }, () => 0.5));
    for (const delivery of good) flusher.add(classifyAttempt(delivery, result, () => 0.5));
    await eventually(async () => expect(await fixture.states()).toEqual(['leased', 'succeeded', 'succeeded', 'succeeded']));
    expect(bad?.deliveryId).toBe(ids[0]);
  });
});
