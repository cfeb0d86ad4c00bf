import { API_VERSION, EVENT_TOPIC, type EventMessage } from '#contracts';
import type { BenchEndpoint } from './endpoints';
import { startService, type RunningService } from './service';
import { pause } from '../load/until';
import type { Stage } from './stage';

/** An event as it was given to the bus. */
export interface Published {
  eventId: string;
  endpoint: BenchEndpoint;
  resourceId: string;
  /** Rises within a resource. */
  sequence: number;
  /** Milliseconds since the epoch, with a fraction, as the receiver's. */
  atMs: number;
}

/** What is published: an open loop, so that a slow service is not spared. */
export interface TrafficPlan {
  /** Events a second, over all endpoints; each goes to one. */
  rate: number;
  seconds: number;
  /** The same seed names the same endpoints in the same order. */
  seed: number;
}

/** How often events happen. */
const TICK_MS = 5;
/** Events in one publication, as a relay bounds it. */
const BATCH_MAX = 500;
/** Resources of an endpoint that keeps their order: enough that some always wait for another. */
const RESOURCES = 3;

/**
 * Events of payments through the bus of a service that takes them into the feed and queues deliveries, and delivers nothing
 * itself: workers do.
 */
export class Traffic {
  private readonly positions = new Map<number, bigint>();
  private readonly sequences = new Map<string, number>();
  private readonly waiting: EventMessage[] = [];
  private relaying: Promise<void> | null = null;
  private made = 0;

  private constructor(
    private readonly service: RunningService,
    private readonly endpoints: readonly BenchEndpoint[],
  ) {}

  static async start(stage: Stage, endpoints: readonly BenchEndpoint[]): Promise<Traffic> {
    return new Traffic(await startService(stage.shared, { webhooksDispatcherEnabled: false }), endpoints);
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  /** Resolves when everything published is in the queue. */
  async run({ rate, seconds, seed }: TrafficPlan): Promise<Published[]> {
    const published: Published[] = [];
    const choose = chooserOf(this.endpoints, seed);
    const startedMs = performance.now();
    let relaying = Promise.resolve();
    while (published.length < rate * seconds) {
      const due = Math.min(rate * seconds, Math.floor(((performance.now() - startedMs) / 1_000) * rate)) - published.length;
      for (let count = 0; count < due; count++) published.push(this.happen(choose()));
      relaying = this.relay();
      await pause(TICK_MS);
    }
    await relaying;
    return published;
  }

  /** One publication at a time: what happens meanwhile is the next one, as with the relay of a service. */
  private relay(): Promise<void> {
    return (this.relaying ??= this.relayAll().finally(() => {
      this.relaying = null;
    }));
  }

  private async relayAll(): Promise<void> {
    while (this.waiting.length > 0) await this.service.bus.publish(EVENT_TOPIC.payments, this.waiting.splice(0, BATCH_MAX));
  }

  private happen(endpoint: BenchEndpoint): Published {
    const { shard, isOrdered } = endpoint;
    const number = ++this.made;
    const resourceId = payment(endpoint, isOrdered ? Number(endpoint.id.slice(-6)) * RESOURCES + (number % RESOURCES) : 1_000_000 + number);
    const sequence = (this.sequences.get(resourceId) ?? 0) + 1;
    if (isOrdered) this.sequences.set(resourceId, sequence);
    const prev = this.positions.get(shard) ?? 0n;
    this.positions.set(shard, prev + 1n);
    const eventId = payment(endpoint, number).replace('pay_', 'evt_');
    const event = { eventId, endpoint, resourceId, sequence, atMs: performance.timeOrigin + performance.now() };
    this.waiting.push(messageOf(event, prev));
    return event;
  }
}

function payment({ shard }: BenchEndpoint, number: number): string {
  return `pay_0VB3xQ9k${String(shard).padStart(2, '0')}${String(number).padStart(14, '0')}`;
}

/** Pseudo-random, by the minimal standard generator of Park and Miller. */
function chooserOf(endpoints: readonly BenchEndpoint[], seed: number): () => BenchEndpoint {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    const chosen = endpoints[state % endpoints.length];
    if (!chosen) throw new RangeError('no endpoints');
    return chosen;
  };
}

function messageOf({ eventId, endpoint, resourceId, sequence, atMs }: Published, prev: bigint): EventMessage {
  const timestamp = new Date(atMs).toISOString();
  const type = 'payment.captured';
  const value = {
    id: eventId,
    object: 'event',
    type,
    api_version: API_VERSION,
    created_at: Math.floor(atMs / 1_000),
    timestamp,
    livemode: false,
    account_id: endpoint.accountId,
    resource: { type: 'payment', id: resourceId },
    sequence,
    data: { object: { id: resourceId, object: 'payment', note: 'x'.repeat(600) }, previous_attributes: null },
    request: null,
    correlation_id: eventId,
    causation_id: null,
  };
  const cloudEvent = { id: eventId, source: `/accounts/${endpoint.accountId}`, type, subject: resourceId, time: timestamp };
  return { key: resourceId, shard: endpoint.shard, position: prev + 1n, prev, cloudEvent, value: JSON.stringify(value) };
}
