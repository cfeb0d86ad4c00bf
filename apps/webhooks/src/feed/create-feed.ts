import type { Provider } from '@nestjs/common';
import type { AppDeps } from '#service';
import { periodicTask } from '../dispatcher/periodic-task';
import { FanOut } from './fan-out';
import type { Effect } from './feed-commits';
import { FeedReader } from './feed-reader';
import { FeedSignal } from './feed-signal';
import { keepPartitions } from '../delivery-queue/keep-partitions';
import { rollUpStats } from '../stats/stats-roll-up';
import { openWebhooksPool } from '../delivery-queue/webhooks-pool';
import { EventIntake } from './event-intake';
import type { EventOwners } from './event-owners';
import { FeedSubscribers } from './feed-subscribers';
import { FeedTail } from './feed-tail';

/** Sixteen partitions may bring events at once, each in a short transaction. */
const FAN_OUT_CONNECTIONS_MAX = 6;
/** Apart, so that readers of the feed cannot hold up what is taken into it. */
const READ_CONNECTIONS_MAX = 6;
/** What is published and was not taken within two looks is lost, or was left to the log while we were behind. Inside a process nothing travels. */
const LOOK_FOR_TAILS_EVERY_MS = { kafka: 30_000, inProcess: 2_000 };
const KEEP_PARTITIONS_EVERY_MS = 86_400_000;
/** An hour waits for its roll-up for so long at most; until then its minutes are read. */
const ROLL_UP_EVERY_MS = 600_000;

export interface FeedOptions {
  databaseUrl: string;
  /** The stable name under which the marks are kept, and under which this service listens. */
  consumer: string;
  /** What else happens in the transaction that takes events. */
  effect: Effect;
  owners: EventOwners;
}

/** Everything that takes events and shows them again: the fan-out, the feed, its notifications and its maintenance. */
export interface FeedModule {
  /** What the controllers of this room need. */
  providers: Provider[];
  /** @throws Error when Postgres does not answer. */
  ping(): Promise<void>;
  start(): void;
  /** Answers those who wait at the end of a feed, so that a server can close. */
  hangUp(): void;
  close(): Promise<void>;
}

/** Connects when it is first used. */
export function createFeed({ databaseUrl, consumer, effect, owners }: FeedOptions, deps: AppDeps): FeedModule {
  const { bus, clock, logger, metrics } = deps;
  const nowMs = (): number => clock.nowMs();
  const pool = openWebhooksPool({ databaseUrl, purpose: 'fan-out', connectionsMax: FAN_OUT_CONNECTIONS_MAX, logger });
  const readPool = openWebhooksPool({ databaseUrl, purpose: 'feed', connectionsMax: READ_CONNECTIONS_MAX, logger });
  const signal = new FeedSignal({ databaseUrl, pool: readPool, logger, onFeedChange: (keys) => subscribers.wake(keys) });
  const subscribers: FeedSubscribers = new FeedSubscribers(signal);
  const reader = new FeedReader(readPool);
  const tail = new FeedTail({ reader, subscribers, metrics, nowMs });
  const fanOut = new FanOut({ pool, consumer, effect });
  const lagOf = (topic: string): number => bus.eventLag(topic, consumer);
  const intake = new EventIntake({ ...deps, consumer, fanOut, subscribers, owners: owners.published, lagOf, system: bus.kind });
  const keep = (): Promise<void> => keepPartitions(readPool, logger, nowMs());
  const maintenance = createMaintenance({ keep, rollUp: () => rollUpStats(readPool, nowMs()), lost: intake.tails }, deps);
  return {
    providers: [
      { provide: EventIntake, useValue: intake },
      { provide: FeedReader, useValue: reader },
      { provide: FeedTail, useValue: tail },
    ],
    ping: () => reader.ping(),
    start: () => {
      signal.start();
      maintenance.start();
    },
    hangUp: () => tail.stop(),
    close: async () => {
      // Ends the waits for an owner.
      await Promise.all([signal.stop(), maintenance.stop(), owners.close()]);
      await Promise.all([pool.end(), readPool.end()]);
    },
  };
}

/** What is done again and again, as long as the feed is open. */
function createMaintenance(
  { keep, rollUp, lost }: { keep: () => Promise<void>; rollUp: () => Promise<void>; lost: EventIntake['tails'] },
  { bus, logger }: AppDeps,
): { start(): void; stop(): Promise<void> } {
  const lookEveryMs = bus.kind === 'kafka' ? LOOK_FOR_TAILS_EVERY_MS.kafka : LOOK_FOR_TAILS_EVERY_MS.inProcess;
  const tasks = [
    periodicTask({ name: 'partitions', everyMs: KEEP_PARTITIONS_EVERY_MS, work: keep, logger }),
    periodicTask({ name: 'figures of endpoints by hour', everyMs: ROLL_UP_EVERY_MS, work: rollUp, logger }),
    periodicTask({ name: 'events that are missing at the end', everyMs: lookEveryMs, work: () => lost.look(), logger }),
  ];
  return {
    start: () => tasks.forEach((task) => task.wake()),
    stop: async () => {
      lost.stop();
      await Promise.all(tasks.map((task) => task.stop()));
    },
  };
}
