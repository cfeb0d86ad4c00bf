import type { Provider } from '@nestjs/common';
import type { PublicEvent } from '#contracts';
import { loadEventCatalog } from '#event-catalog';
import type { AggregateDefinition, AnyProjection, EventStore, TaskRunner } from '#event-store';
import { listProjection } from '#listing';
import type { AppDeps } from '#service';
import {
  CANCEL_DELIVERY_TASK,
  cancellationAggregate,
  ENQUEUE_RESEND_TASK,
  pingAggregate,
  resendAggregate,
  SEND_PING_TASK,
} from './commands/errand.aggregate';
import { replayQueueAggregate } from './commands/replay-queue.aggregate';
import { replayAggregate, WORK_REPLAY_TASK } from './commands/replay.aggregate';
import type { WebhooksConfig } from './config';
import { USER_AGENT, type Courier } from './courier';
import { DEFAULT_REPLAY_RULES, type ReplayRules } from './domain/replay/rules';
import { AttemptQueries } from './queries/attempt-queries';
import { DeliveriesQueryController } from './queries/deliveries-query.controller';
import { ErrandOutcomes } from './queries/errand-outcomes';
import { ErrandsQueryController } from './queries/errands-query.controller';
import { HealthQueryController } from './queries/health-query.controller';
import { ReplaysQueryController } from './queries/replays-query.controller';
import { deliveryCanceller } from './reactors/cancel-delivery';
import { resendEnqueuer } from './reactors/enqueue-resend';
import { pingSender } from './reactors/send-ping';
import { replayWorker } from './reactors/work-replay';
import { AttemptsReader } from './views/attempts-reader';
import { cancelDelivery } from './views/cancel-delivery';
import { DeliveriesReader } from './views/deliveries-reader';
import { EndpointCounts } from './views/endpoint-counts';
import { EventBodies } from './views/event-bodies';
import { HealthReader } from './views/health-reader';
import { countOpenReplays } from './views/replay-backlog';
import { workChunk } from './views/replay-chunk';
import { replaysList } from './views/replays.list';
import { resendDelivery } from './views/resend';
import { openWebhooksPool } from './views/webhooks-pool';

/** Replays, resends and cancellations write; a few at once are enough, so that live traffic keeps Postgres to itself. */
const WRITE_CONNECTIONS_MAX = 3;
/** Apart, so that lists cannot hold up replays. */
const READ_CONNECTIONS_MAX = 4;
const DAY_MS = 86_400_000;

/** Read models of this room. */
export const REPLAY_VIEWS: readonly AnyProjection[] = [listProjection(replaysList)];

/** Routes of this room on the internal HTTP. */
export const REPLAY_CONTROLLERS = [DeliveriesQueryController, HealthQueryController, ErrandsQueryController, ReplaysQueryController];

/** The aggregates of this room. */
export function replayAggregates(config: WebhooksConfig): AggregateDefinition[] {
  const rules = rulesOf(config);
  return [replayAggregate(rules), replayQueueAggregate(rules), pingAggregate(), resendAggregate(), cancellationAggregate()];
}

export interface ReplayRoomParts {
  config: WebhooksConfig;
  deps: AppDeps;
  store: EventStore;
  courier: Pick<Courier, 'attempt'>;
}

/** What came of events and what brings them again: the log of deliveries, replays, resends, pings, health. */
export interface ReplayRoom {
  tasks: Record<string, TaskRunner>;
  /** What the controllers of this room need. */
  providers: Provider[];
  close(): Promise<void>;
}

/** Connects when it is first used. */
export function createReplayRoom({ config, deps, store, courier }: ReplayRoomParts): ReplayRoom {
  const { clock, random, logger, personalData } = deps;
  const { databaseUrl } = config;
  const pool = openWebhooksPool({ databaseUrl, purpose: 'replays', connectionsMax: WRITE_CONNECTIONS_MAX, logger });
  const readPool = openWebhooksPool({ databaseUrl, purpose: 'deliveries', connectionsMax: READ_CONNECTIONS_MAX, logger });
  showBacklog(() => countOpenReplays(readPool), deps);
  const attempts = new AttemptsReader(readPool);
  const bodies = new EventBodies(readPool);
  return {
    tasks: {
      [WORK_REPLAY_TASK]: replayWorker({
        work: (question) => workChunk(pool, random, question),
        clock,
        matchedMax: rulesOf(config).matchedMax,
      }),
      [ENQUEUE_RESEND_TASK]: resendEnqueuer((question) => resendDelivery(pool, question), clock),
      [CANCEL_DELIVERY_TASK]: deliveryCanceller((question) => cancelDelivery(pool, question), clock),
      [SEND_PING_TASK]: pingSender({ store, courier, personalData, clock, examples: exampleEvents() }),
    },
    providers: [
      { provide: DeliveriesReader, useValue: new DeliveriesReader(readPool) },
      ErrandOutcomes,
      { provide: EndpointCounts, useValue: new EndpointCounts(readPool) },
      { provide: HealthReader, useValue: new HealthReader(readPool) },
      { provide: AttemptQueries, useValue: new AttemptQueries({ store, attempts, bodies, personalData, userAgent: USER_AGENT }) },
    ],
    close: async () => void (await Promise.all([pool.end(), readPool.end()])),
  };
}

function showBacklog(countOpen: () => ReturnType<typeof countOpenReplays>, { metrics, logger }: AppDeps): void {
  metrics.gauge({
    name: 'hundi_webhooks_replay_backlog',
    help: 'Replays of all accounts that are not done, by state.',
    labels: ['state'],
    collect: async (gauge) => {
      try {
        for (const [state, count] of Object.entries(await countOpen())) gauge.set({ state }, count);
      } catch (error) {
        // The other figures are worth more than an error in their place.
        logger.warn({ error: String(error) }, 'open replays could not be counted');
      }
    },
  });
}

/** The example of every event type of the catalog. */
function exampleEvents(): ReadonlyMap<string, PublicEvent> {
  return new Map([...loadEventCatalog()].map(([name, { example }]) => [name, example]));
}

function rulesOf({ webhooksReplayWindowDays, webhooksReplayRatePerSecond }: WebhooksConfig): ReplayRules {
  return { ...DEFAULT_REPLAY_RULES, windowMs: webhooksReplayWindowDays * DAY_MS, enqueuedPerSecond: webhooksReplayRatePerSecond };
}
