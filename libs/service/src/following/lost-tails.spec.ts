import { EVENT_TOPIC, type EventMessage } from '#contracts';
import { followPositions } from '#event-store';
import { createLogger } from '../log/logger';
import type { PublishedEvents } from '../published-events';
import { LostTails } from './lost-tails';
import type { Absence, Reread } from './missing-events';

const TOPIC = EVENT_TOPIC.payments;
const SHARD = 5;
const PAGE = 2;

function message(position: bigint): EventMessage {
  const cloudEvent = { id: `evt_${position}`, source: '/accounts/acct_1', type: 'payment.captured', subject: 'pay_1', time: '' };
  return { key: 'pay_1', shard: SHARD, position, prev: position - 1n, cloudEvent, value: '{}' };
}

/** A service that has published events of one shard, and a consumer to which some came. */
class Scene {
  published = 0n;
  restoredTo = 0n;
  mark = 0n;
  lag = 0;
  hasForgotten = false;
  readonly holes: Absence[] = [];
  readonly reread: Reread[] = [];
  readonly owner: PublishedEvents = {
    service: 'payments',
    ends: async () => new Map([[SHARD, { position: this.published, restoredTo: this.restoredTo }]]),
    read: async ({ after, before }) => {
      const all = this.hasForgotten
        ? []
        : Array.from({ length: Number(before - after) - 1 }, (_, index) => message(after + BigInt(index) + 1n));
      return all.slice(0, PAGE);
    },
  };
  readonly away: PublishedEvents = { service: 'kyc', ends: () => Promise.reject(new Error('connect ECONNREFUSED')), read: async () => [] };
  readonly tails = new LostTails({
    owners: { [EVENT_TOPIC.kyc]: this.away, [TOPIC]: this.owner },
    marks: async () => new Map([[SHARD, this.mark]]),
    lagOf: () => this.lag,
    take: async (_topic, messages) => (this.mark = followPositions({ position: this.mark, epoch: 0n }, messages).mark.position),
    missing: { noteHole: (hole) => void this.holes.push(hole), noteReread: (some) => void this.reread.push(some) },
    logger: createLogger({ service: 'test', level: 'silent' }),
  });
}

describe('events that are missing at the end of a shard', () => {
  let scene: Scene;
  beforeEach(() => {
    scene = new Scene();
  });

  it('are read again, page by page, when they were published one check ago and have not arrived, also while another service cannot be asked', async () => {
    scene.published = 3n;
    await scene.tails.look();
    expect(scene.mark).toBe(0n);
    await scene.tails.look();
    expect(scene.mark).toBe(3n);
    expect(scene.holes).toEqual([{ topic: TOPIC, through: 3n, restoredTo: 0n }]);
    expect(scene.reread).toEqual([
      { topic: TOPIC, shard: SHARD, after: 0n, through: 2n, events: 2 },
      { topic: TOPIC, shard: SHARD, after: 2n, through: 3n, events: 1 },
    ]);
    await scene.tails.look();
    expect(scene.holes).toHaveLength(1);
  });

  it('count as from before a restore up to the position that their service reports', async () => {
    [scene.published, scene.restoredTo] = [3n, 2n];
    for (let look = 0; look < 2; look++) await scene.tails.look();
    expect(scene.holes).toEqual([{ topic: TOPIC, through: 3n, restoredTo: 2n }]);
  });

  it('are not those that were published since the last look', async () => {
    await scene.tails.look();
    scene.published = 3n;
    await scene.tails.look();
    expect([scene.mark, scene.holes]).toEqual([0n, []]);
  });

  it('are not those of a shard that comes nearer, nor any while messages wait', async () => {
    scene.published = 4n;
    await scene.tails.look();
    scene.mark = 1n;
    await scene.tails.look();
    expect(scene.mark).toBe(1n);
    scene.lag = 1;
    await scene.tails.look();
    expect([scene.mark, scene.holes]).toEqual([1n, []]);
    scene.lag = 0;
    await scene.tails.look();
    expect(scene.mark).toBe(4n);
  });

  it('are asked for at every look as long as their service does not have them, and not after the process was asked to stop', async () => {
    scene.published = 3n;
    scene.hasForgotten = true;
    for (let look = 0; look < 3; look++) await scene.tails.look();
    expect([scene.mark, scene.holes.length]).toEqual([0n, 2]);
    scene.hasForgotten = false;
    await scene.tails.stop();
    await scene.tails.look();
    expect(scene.mark).toBe(0n);
  });
});
