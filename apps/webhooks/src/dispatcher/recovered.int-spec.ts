import { createLogger, Metrics } from '#service';
import type { Command, Reply } from '#contracts';
import { PendingTransitions } from '../delivery-queue/pending-transitions';
import { OK, QueueFixture, SERVER_ERROR } from '../delivery-queue/test/queue-fixture';
import { dispatcherMetrics } from './dispatcher-metrics';
import { NotifyEndpoints } from './notify-endpoints';

const SHARD = 7;

describe('a delivery that succeeds while the notice of failures is being given', () => {
  let fixture: QueueFixture;
  const given: string[] = [];

  beforeAll(async () => {
    fixture = await QueueFixture.open();
  });
  afterAll(() => fixture.close());

  /** @param meanwhile what happens between the commit of the notice and its reply. */
  const notices = (meanwhile: () => Promise<unknown>): NotifyEndpoints =>
    new NotifyEndpoints({
      pendingTransitions: new PendingTransitions(fixture.pool),
      endpointQueues: fixture.endpointQueues,
      ownedShards: () => [SHARD],
      shardOf: () => SHARD,
      submit: async ({ type }: Command) => {
        given.push(type);
        if (type === 'webhook_endpoints.note_failing') await meanwhile();
        return { refusal: null } as Reply;
      },
      clock: fixture.clock,
      logger: createLogger({ service: 'webhooks', level: 'silent' }),
      metrics: dispatcherMetrics(new Metrics()),
    });

  beforeEach(async () => {
    await fixture.reset();
    given.length = 0;
    await fixture.one();
    await fixture.serve(SERVER_ERROR);
    fixture.clock.advanceMs(16 * 60_000);
  });

  it('is followed by the notice that it has recovered, once', async () => {
    const one = notices(() => fixture.serve(OK));
    for (let round = 0; round < 3; round++) await one.run();
    expect(given).toEqual(['webhook_endpoints.note_failing', 'webhook_endpoints.note_recovered']);
  });

  it('is followed by it also when the next one has failed by then', async () => {
    const one = notices(async () => {
      await fixture.serve(OK);
      await fixture.put('we_a', 1);
      await fixture.serve(SERVER_ERROR);
    });
    for (let round = 0; round < 3; round++) await one.run();
    expect(given).toEqual(['webhook_endpoints.note_failing', 'webhook_endpoints.note_recovered']);
  });

  it('is not, where none succeeds', async () => {
    const one = notices(() => Promise.resolve());
    for (let round = 0; round < 3; round++) await one.run();
    expect(given).toEqual(['webhook_endpoints.note_failing']);
  });
});
