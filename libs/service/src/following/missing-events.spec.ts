import { EVENT_TOPIC, type EventMessage } from '#contracts';
import { followPositions, type PublishedWindow } from '#event-store';
import { FixedClock } from '#testing';
import { createLogger } from '../log/logger';
import { Metrics } from '../metrics/metrics';
import { fanOutMeasures } from './intake-measures';
import { MissingEvents } from './missing-events';

const TOPIC = EVENT_TOPIC.payments;

function message(position: number, prev: number, epochStart?: bigint): EventMessage {
  const cloudEvent = { id: `evt_${position}`, source: '/accounts/acct_1', type: 'payment.captured', subject: 'pay_1', time: '' };
  const epoch = epochStart === undefined ? undefined : { id: 2n, start: epochStart, ofPrev: 1n };
  return { key: 'pay_1', shard: 5, position: BigInt(position), prev: BigInt(prev), epoch, cloudEvent, value: '{}' };
}

/** Where a later message follows, the published end of a service is not needed. */
const isUnwanted = (): Promise<never> => Promise.reject(new Error('not asked'));

/** A consumer that has taken everything up to its mark, and a service that may know what it lost. */
class Scene {
  readonly clock = new FixedClock();
  readonly metrics = new Metrics();
  readonly measures = fanOutMeasures(this.metrics);
  readonly asked: PublishedWindow[] = [];
  mark = 0n;
  read: (window: PublishedWindow) => Promise<EventMessage[]> = async () => [];
  readonly missing = this.missingOver('kafka');

  missingOver(system: string): MissingEvents {
    return new MissingEvents({
      system,
      owners: {
        [TOPIC]: {
          read: (window) => {
            this.asked.push(window);
            return this.read(window);
          },
          service: 'payments',
          ends: isUnwanted,
        },
      },
      take: async (_topic, messages) => (this.mark = followPositions({ position: this.mark, epoch: 0n }, messages).mark.position),
      clock: this.clock,
      logger: createLogger({ service: 'test', level: 'silent' }),
      measures: this.measures,
    });
  }

  fill(gapAt: EventMessage): Promise<boolean> {
    return this.missing.fill({ topic: TOPIC, gapAt, mark: this.mark });
  }

  async metric(name: string): Promise<number> {
    const metric = await this.metrics.registry.getSingleMetric(`hundi_webhooks_${name}`)?.get();
    return metric?.values.reduce((sum, { value }) => sum + value, 0) ?? Number.NaN;
  }

  /** The service knows every event, and gives so many at a time. */
  knowsEverything(pageMax: number): void {
    this.read = async ({ after, before }) => {
      const count = Math.min(pageMax, Number(before - after) - 1);
      return Array.from({ length: count }, (_, index) => message(Number(after) + index + 1, Number(after) + index));
    };
  }
}

describe('events that did not arrive', () => {
  let scene: Scene;
  beforeEach(() => {
    scene = new Scene();
  });
  afterEach(() => scene.metrics.registry.clear());

  it('are asked for from the mark to the message that waits, page by page', async () => {
    scene.mark = 3n;
    scene.knowsEverything(2);
    expect(await scene.fill(message(9, 8))).toBe(true);
    expect(scene.asked).toEqual([3n, 5n, 7n].map((after) => ({ shard: 5, after, before: 9n })));
    expect([scene.mark, await scene.metric('fanout_gap_total'), await scene.metric('fanout_reread_total')]).toEqual([8n, 1, 5]);
    expect(await scene.metric('fanout_waiting_shards')).toBe(0);
  });

  it('count as a gap only where they were lost on a topic: not those of before a restore, which are on no topic', async () => {
    scene.knowsEverything(10);
    scene.mark = 3n;
    expect(await scene.fill(message(9, 8, 8n))).toBe(true);
    expect([scene.mark, await scene.metric('fanout_gap_total'), await scene.metric('fanout_reread_total')]).toEqual([8n, 0, 5]);
    expect(await scene.fill(message(12, 11, 8n))).toBe(true);
    expect([scene.mark, await scene.metric('fanout_gap_total')]).toEqual([11n, 1]);
  });

  it('count as no gap inside a process, where who falls behind is to read the log', async () => {
    scene.knowsEverything(10);
    const hole = { topic: TOPIC, gapAt: message(9, 8), mark: 0n };
    expect(await scene.missingOver('in-process').fill(hole)).toBe(true);
    expect([await scene.metric('fanout_gap_total'), await scene.metric('fanout_reread_total')]).toEqual([0, 8]);
  });

  it('are filled turn by turn when they are very many: no turn lasts for ever, and none makes the next one wait', async () => {
    scene.knowsEverything(1);
    expect(await scene.fill(message(61, 60))).toBe(false);
    expect([scene.mark, await scene.metric('fanout_waiting_shards')]).toEqual([50n, 0]);
    expect(await scene.fill(message(61, 60))).toBe(true);
    expect(scene.mark).toBe(60n);
  });

  it.each([
    ['has no such events either', async () => []],
    ['does not answer', () => Promise.reject(new Error('connect ECONNREFUSED'))],
  ])('keep their shard waiting when their service %s, which is asked ever more rarely, at least once a minute', async (_why, read) => {
    scene.read = read;
    const askedAtMs: number[] = [];
    const beganAtMs = scene.clock.monotonicMs();
    for (let second = 0; second < 300; second++) {
      const before = scene.asked.length;
      expect(await scene.fill(message(9, 8))).toBe(false);
      if (scene.asked.length > before) askedAtMs.push((scene.clock.monotonicMs() - beganAtMs) / 1_000);
      scene.clock.advanceMs(1_000);
    }
    expect(askedAtMs).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183, 243]);
    expect([scene.mark, await scene.metric('fanout_waiting_shards'), await scene.metric('fanout_gap_total')]).toEqual([0n, 1, 10]);
  });

  it('are found as soon as their service knows them, and the shard counts as waiting until it goes on', async () => {
    expect(await scene.fill(message(3, 2))).toBe(false);
    scene.knowsEverything(10);
    scene.clock.advanceMs(1_000);
    expect(await scene.fill(message(3, 2))).toBe(true);
    scene.missing.noteProgress(TOPIC, 5);
    expect([scene.mark, await scene.metric('fanout_waiting_shards')]).toEqual([2n, 0]);
  });

  it('are taken as far as their service knows them; the rest is waited for', async () => {
    scene.read = async ({ after }) => (after === 0n ? [message(1, 0)] : []);
    expect(await scene.fill(message(5, 4))).toBe(false);
    expect([scene.mark, await scene.metric('fanout_waiting_shards')]).toEqual([1n, 1]);
  });

  it('keep their shard waiting when what the service gives does not lead to the message', async () => {
    scene.read = async ({ after }) => (after === 0n ? [message(1, 0), message(6, 1)] : []);
    expect(await scene.fill(message(9, 4))).toBe(false);
    expect(await scene.metric('fanout_waiting_shards')).toBe(1);
  });

  it('are not made up for by an error of the database, which is for the caller to meet', async () => {
    const away = new Error('the database is away');
    scene.knowsEverything(5);
    const missing = new MissingEvents({
      system: 'kafka',
      owners: { [TOPIC]: { service: 'payments', read: scene.read, ends: isUnwanted } },
      take: () => Promise.reject(away),
      clock: scene.clock,
      logger: createLogger({ service: 'test', level: 'silent' }),
      measures: scene.measures,
    });
    await expect(missing.fill({ topic: TOPIC, gapAt: message(3, 2), mark: 0n })).rejects.toBe(away);
    expect(await scene.metric('fanout_waiting_shards')).toBe(0);
  });
});
