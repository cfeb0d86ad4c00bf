import { shardOfId, shardsOfPartition } from '#contracts';
import type { Projection, EventStore, Snapshot } from '#event-store';
import type { AppDeps } from '#service';
import type { WebhookSender, SigningKey } from '../webhook-sender/attempt';
import type { EndpointState } from '../endpoint/state';
import type { EventBodies } from '../feed/event-bodies';
import { DeliveryQueue } from '../delivery-queue/delivery-queue';
import { DueNotices } from '../delivery-queue/due-notices';
import { EndpointQueues, endpointQueuesProjection } from '../delivery-queue/endpoint-queues';
import { PendingTransitions } from '../delivery-queue/pending-transitions';
import { openWebhooksPool } from '../delivery-queue/webhooks-pool';
import { Destinations } from './destinations';
import { Dispatcher } from './dispatcher';
import { dispatcherMetrics, type DispatcherMetrics } from './dispatcher-metrics';
import { periodicTask } from './periodic-task';
import { NotifyEndpoints } from './notify-endpoints';

/** Leases that ran out are found after this, in milliseconds: what they held is sent again within five seconds. */
const REAP_MS = 4_000;
const CANCEL_MS = 5_000;
/** One connection claims, two write results, the others keep house. */
const CONNECTIONS_MAX = 5;
/** As often as metrics are read. */
const MEASURE_MS = 15_000;
/** Notices are given in minutes and hours. */
const REPORT_MS = 15_000;

export interface DispatcherOptions {
  databaseUrl: string;
  /** Requests under way in this process, at most. */
  maxInFlight: number;
  store: EventStore;
  webhookSender: WebhookSender;
  bodies: EventBodies;
  readKey: (secret: string, fingerprint: string) => SigningKey;
}

/** The dispatcher with everything that keeps its queue in order. */
export interface RunningDispatcher {
  /** Begin to deliver. The store must have started. */
  start(): void;
  /** New deliveries were committed. */
  wake(): void;
  /** Follows the endpoints: hand it to the store. */
  readonly projection: Projection;
  /** Looks at once for leases that ran out, deliveries to cancel, endpoints to tell. */
  runMaintenance(): void;
  stop(): Promise<void>;
}

/**
 * Puts the dispatcher of one process together. Nothing runs before `start`.
 *
 * @param deps their clock is that of the queue: every worker compares its leases and due times by the same one.
 */
export function createDispatcher(options: DispatcherOptions, deps: AppDeps): RunningDispatcher {
  const { clock, logger, health } = deps;
  const pool = openWebhooksPool({ ...options, purpose: 'dispatcher', connectionsMax: CONNECTIONS_MAX, logger });
  const metrics = dispatcherMetrics(deps.metrics);
  const queue = new DeliveryQueue(pool, options.bodies);
  const endpointQueues = new EndpointQueues(pool);
  const wake = (): void => dispatcher.wake();
  const work = maintenanceTasks({ queue, endpointQueues, pendingTransitions: new PendingTransitions(pool), metrics, wake }, options, deps);
  const dispatcher = new Dispatcher({
    ...deps,
    queue,
    webhookSender: options.webhookSender,
    destinations: new Destinations({ ...deps, readKey: options.readKey, find: endpointFinder(options.store) }),
    metrics,
    maxInFlight: options.maxInFlight,
    isListening: () => notices.isListening,
    onPending: () => work.report.wake(),
    onStale: (endpointIds) => void followStale(endpointIds).then(() => work.cancel.wake()),
  });
  const followStale = (endpointIds: readonly string[]): Promise<void> =>
    endpointQueues.follow(endpointIds.map(shardOfEndpoint), endpointIds, clock.nowMs()).catch((error: unknown) => {
      logger.warn({ error: String(error) }, 'endpoint settings update failed, retrying');
    });
  const notices = new DueNotices({ databaseUrl: options.databaseUrl, logger, onDue: wake, onQueuesChanged: () => work.cancel.wake() });
  const tasks = Object.values(work);
  const runMaintenance = (): void => tasks.forEach((one) => one.wake());
  return {
    projection: endpointQueuesProjection(clock),
    wake,
    runMaintenance,
    start() {
      health.addReadiness('webhooks.dispatcher', () => Promise.resolve(dispatcher.check()));
      notices.start();
      dispatcher.start();
      runMaintenance();
    },
    stop: () => stopAll([notices, dispatcher, ...tasks]).finally(() => pool.end()),
  };
}

/** In this order: each may need those behind it. */
async function stopAll(parts: readonly { stop(): Promise<void> }[]): Promise<void> {
  for (const part of parts) await part.stop();
}

interface MaintenanceParts {
  queue: DeliveryQueue;
  endpointQueues: EndpointQueues;
  pendingTransitions: PendingTransitions;
  metrics: DispatcherMetrics;
  wake: () => void;
}

function maintenanceTasks(
  { queue, endpointQueues, pendingTransitions, metrics, wake }: MaintenanceParts,
  { store }: DispatcherOptions,
  { clock, logger }: AppDeps,
) {
  const report = new NotifyEndpoints({
    pendingTransitions,
    endpointQueues,
    ownedShards: () => store.ownership.held().flatMap(shardsOfPartition),
    shardOf: shardOfEndpoint,
    submit: (command) => store.submit(command),
    clock: store.options.clock,
    logger,
    metrics,
  });
  const reap = async (): Promise<void> => {
    const expired = await queue.expireLeases(clock.nowMs());
    metrics.leaseExpired.inc(expired);
    if (expired > 0) wake();
  };
  const measure = async (): Promise<void> => {
    const { openBreakers, oldestDueS, due } = await queue.backlog(clock.nowMs());
    metrics.openBreakers.set(openBreakers);
    metrics.oldestDue.set(oldestDueS);
    metrics.due.set(due);
  };
  const cancel = async (): Promise<void> => {
    metrics.cancelled.inc(await endpointQueues.cancelOpen(clock.nowMs()));
    wake();
  };
  return {
    reap: periodicTask({ name: 'leases', everyMs: REAP_MS, work: reap, logger }),
    cancel: periodicTask({ name: 'cancellations', everyMs: CANCEL_MS, work: cancel, logger }),
    measure: periodicTask({ name: 'backlog', everyMs: MEASURE_MS, work: measure, logger }),
    report: periodicTask({ name: 'notices', everyMs: REPORT_MS, work: () => report.run(), logger }),
  };
}

function endpointFinder(store: EventStore) {
  return async (endpointId: string, accountId: string, livemode: boolean) => {
    const found = await store.reads.findStreams([endpointId], accountId, livemode);
    return (found.get(endpointId) as Snapshot<EndpointState> | undefined) ?? null;
  };
}

/** @throws RangeError for what is no id of an endpoint. */
function shardOfEndpoint(endpointId: string): number {
  const shard = shardOfId('webhookEndpoint', endpointId);
  if (shard === undefined) throw new RangeError(`not an endpoint: ${endpointId}`);
  return shard;
}
