import { Module, type DynamicModule, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import type { PublicEvent } from '#contracts';
import { loadEventCatalog } from '#event-catalog';
import { IdempotentRequests, type AggregateDefinition, type Projection, type EventStore, type TaskRunner } from '#event-store';
import { listProjection } from '#listing';
import type { AppDeps } from '#service';
import { defineReplayQueue } from '../replay-queue/aggregate';
import { defineReplay, WORK_REPLAY_TASK } from './aggregate';
import type { WebhooksConfig } from '../config';
import { USER_AGENT, type WebhookSender } from '../webhook-sender';
import { DEFAULT_REPLAY_RULES, type ReplayRules } from './decide/rules';
import { AttemptQueries } from '../internal-api/attempt-queries';
import { DeliveriesController } from '../internal-api/deliveries.controller';
import { HealthQueryController } from '../internal-api/health-query.controller';
import { Pings } from '../endpoint/send-ping';
import { replayWorker } from './run-replay';
import { AttemptsReader } from '../delivery-queue/attempts-reader';
import { DeliveriesReader } from '../delivery-queue/deliveries-reader';
import { DeliveryRequests } from '../delivery-queue/delivery-requests';
import { EndpointCounts } from '../endpoint/endpoint-counts.table';
import type { EventBodies } from '../feed/event-bodies';
import { HealthReader } from '../stats/health-reader';
import { countOpenReplays } from './backlog.table';
import { workChunk } from './chunk.table';
import { replaysList } from './list';
import { openWebhooksPool, type WebhooksPool } from '../delivery-queue/webhooks-pool';
import { EndpointsController } from '../internal-api/endpoints.controller';

/** Replays, resends and cancellations write; a few at once are enough, so that live traffic keeps Postgres to itself. */
const WRITE_CONNECTIONS_MAX = 3;
/** Apart, so that lists cannot hold up replays. */
const READ_CONNECTIONS_MAX = 4;
const DAY_MS = 86_400_000;

/** Read models of the module. */
export const REPLAY_VIEWS: readonly Projection[] = [listProjection(replaysList)];

/** The aggregates of the module. */
export function replayAggregates(config: WebhooksConfig): AggregateDefinition[] {
  const rules = rulesOf(config);
  return [defineReplay(rules), defineReplayQueue(rules)];
}

export interface ReplayParts {
  config: WebhooksConfig;
  deps: AppDeps;
  store: EventStore;
  webhookSender: Pick<WebhookSender, 'attempt'>;
  bodies: EventBodies;
}

/**
 * What came of events and what brings them again: the log of deliveries, replays, resends, pings, health. Connects when it is first
 * used.
 */
export class Replays implements OnApplicationShutdown {
  readonly tasks: Readonly<Record<string, TaskRunner>>;
  readonly providers: readonly Provider[];
  private readonly pools: readonly WebhooksPool[];

  constructor({ config, deps, store, webhookSender, bodies }: ReplayParts) {
    const { clock, random, logger, personalData } = deps;
    const { databaseUrl } = config;
    const pool = openWebhooksPool({ databaseUrl, purpose: 'replays', connectionsMax: WRITE_CONNECTIONS_MAX, logger });
    const readPool = openWebhooksPool({ databaseUrl, purpose: 'deliveries', connectionsMax: READ_CONNECTIONS_MAX, logger });
    this.pools = [pool, readPool];
    showBacklog(() => countOpenReplays(readPool), deps);
    const work = (input: Parameters<typeof workChunk>[2]): ReturnType<typeof workChunk> => workChunk(pool, random, input);
    this.tasks = { [WORK_REPLAY_TASK]: replayWorker({ work, clock, matchedMax: rulesOf(config).matchedMax }) };
    const deliveries = new DeliveriesReader(readPool);
    const requests = new IdempotentRequests({ schema: store.options.schema, pool, databaseClock: store.databaseClock });
    const pings = new Pings({ store, requests, webhookSender, personalData, clock, random, examples: exampleEvents() });
    const attempts = new AttemptsReader(readPool);
    const findBody = (eventId: string): Promise<string | null> => bodies.find(readPool, eventId);
    this.providers = [
      { provide: DeliveriesReader, useValue: deliveries },
      { provide: DeliveryRequests, useValue: new DeliveryRequests({ requests, deliveries, clock, random }) },
      { provide: Pings, useValue: pings },
      { provide: EndpointCounts, useValue: new EndpointCounts(readPool) },
      { provide: HealthReader, useValue: new HealthReader(readPool) },
      { provide: AttemptQueries, useValue: new AttemptQueries({ store, attempts, findBody, personalData, userAgent: USER_AGENT }) },
    ];
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.pools.map((pool) => pool.end()));
  }
}

/** Replays and the log of deliveries as Nest sees them. */
@Module({})
export class ReplayModule {
  static with(replays: Replays): DynamicModule {
    return {
      module: ReplayModule,
      controllers: [EndpointsController, DeliveriesController, HealthQueryController],
      providers: [{ provide: Replays, useValue: replays }, ...replays.providers],
    };
  }
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
        logger.warn({ error: String(error) }, 'count of open replays failed');
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
