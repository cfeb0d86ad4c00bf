import {
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import type { AppDeps } from '#service';
import { periodicTask } from '../dispatcher/periodic-task';
import type { EventBodies } from './event-bodies';
import { FanOut } from './fan-out';
import type { Effect } from './feed-commits';
import { FeedReader } from './feed-reader';
import { FeedSignal } from './feed-signal';
import { keepPartitions } from '../delivery-queue/keep-partitions';
import { rollUpStats } from '../stats/stats-roll-up';
import { openWebhooksPool, type WebhooksPool } from '../delivery-queue/webhooks-pool';
import { EventsQueryController } from '../internal-api/events-query.controller';
import { EventsController } from './events.controller';
import { EventIntake } from './event-intake';
import type { EventOwners } from './event-owners';
import { FeedSubscribers } from './feed-subscribers';
import { FeedCatchUp } from './feed-catch-up';
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
  bodies: EventBodies;
}

/**
 * Everything that takes events and shows them again: the fan-out, the feed, its notifications and its maintenance. Connects when it
 * is first used.
 */
class Feed implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  readonly intake: EventIntake;
  readonly reader: FeedReader;
  readonly tail: FeedTail;
  readonly catchUp: FeedCatchUp;
  private readonly signal: FeedSignal;
  private readonly maintenance: Maintenance;
  private readonly pools: readonly WebhooksPool[];

  constructor(
    private readonly options: FeedOptions,
    private readonly deps: AppDeps,
  ) {
    const { databaseUrl, consumer, effect, owners, bodies } = options;
    const { bus, clock, random, logger, metrics } = deps;
    const nowMs = (): number => clock.nowMs();
    const pool = openWebhooksPool({ databaseUrl, purpose: 'fan-out', connectionsMax: FAN_OUT_CONNECTIONS_MAX, logger });
    const readPool = openWebhooksPool({ databaseUrl, purpose: 'feed', connectionsMax: READ_CONNECTIONS_MAX, logger });
    this.pools = [pool, readPool];
    this.signal = new FeedSignal({ databaseUrl, pool: readPool, logger, onFeedChange: (keys) => subscribers.wake(keys) });
    const subscribers: FeedSubscribers = new FeedSubscribers(this.signal);
    this.reader = new FeedReader({ pool: readPool, bodies });
    this.tail = new FeedTail({ reader: this.reader, subscribers, metrics, nowMs });
    const fanOut = new FanOut({ pool, consumer, effect, bodies, random });
    this.catchUp = new FeedCatchUp({ fanOut, owners: owners.published, subscribers, nowMs, logger });
    const lagOf = (topic: string): number => bus.eventLag(topic, consumer);
    this.intake = new EventIntake({ ...deps, consumer, fanOut, subscribers, owners: owners.published, lagOf, system: bus.kind });
    const keep = (): Promise<void> => keepPartitions(readPool, logger, nowMs());
    this.maintenance = createMaintenance({ keep, rollUp: () => rollUpStats(readPool, nowMs()), lost: this.intake.tails }, deps);
  }

  onModuleInit(): void {
    this.deps.health.addReadiness('webhooks.intake', async () => {
      await this.reader.ping();
      return { ok: true, detail: 'answers' };
    });
  }

  onApplicationBootstrap(): void {
    this.signal.start();
    this.maintenance.start();
  }

  /** Answers those who wait at the end of a feed, so that the server can close. */
  onModuleDestroy(): void {
    this.tail.stop();
  }

  async onApplicationShutdown(): Promise<void> {
    // Ends the waits for an owner.
    await Promise.all([this.signal.stop(), this.maintenance.stop(), this.options.owners.close()]);
    await Promise.all(this.pools.map((pool) => pool.end()));
  }
}

/** The feed as Nest sees it. */
@Module({})
export class FeedModule {
  static with(options: FeedOptions, deps: AppDeps): DynamicModule {
    return {
      module: FeedModule,
      controllers: [EventsController, EventsQueryController],
      providers: [
        { provide: Feed, useFactory: () => new Feed(options, deps) },
        { provide: EventIntake, useFactory: ({ intake }: Feed) => intake, inject: [Feed] },
        { provide: FeedReader, useFactory: ({ reader }: Feed) => reader, inject: [Feed] },
        { provide: FeedTail, useFactory: ({ tail }: Feed) => tail, inject: [Feed] },
        { provide: FeedCatchUp, useFactory: ({ catchUp }: Feed) => catchUp, inject: [Feed] },
      ],
    };
  }
}

interface Maintenance {
  start(): void;
  stop(): Promise<void>;
}

/** What is done again and again while the module runs. */
function createMaintenance(
  { keep, rollUp, lost }: { keep: () => Promise<void>; rollUp: () => Promise<void>; lost: EventIntake['tails'] },
  { bus, logger }: AppDeps,
): Maintenance {
  const lookEveryMs = bus.kind === 'kafka' ? LOOK_FOR_TAILS_EVERY_MS.kafka : LOOK_FOR_TAILS_EVERY_MS.inProcess;
  const tasks = [
    periodicTask({ name: 'partitions', everyMs: KEEP_PARTITIONS_EVERY_MS, work: keep, logger }),
    periodicTask({ name: 'figures of endpoints by hour', everyMs: ROLL_UP_EVERY_MS, work: rollUp, logger }),
  ];
  return {
    start: () => {
      lost.start(lookEveryMs);
      for (const task of tasks) task.wake();
    },
    stop: async () => {
      await Promise.all([lost, ...tasks].map((task) => task.stop()));
    },
  };
}
