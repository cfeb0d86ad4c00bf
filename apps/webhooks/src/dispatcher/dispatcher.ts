import type { Clock, Random } from '#contracts';
import type { PersonalData } from '#personal-data';
import type { CheckResult, Logger, Tracing } from '#service';
import type { AttemptResult, WebhookSender } from '../webhook-sender/attempt';
import { traceAttempt } from '../feed/event-spans';
import type { DeliveryQueue, Flushed, LeasedDelivery } from '../delivery-queue/delivery-queue';
import type { ResultRow } from '../delivery-queue/result-row';
import { ClaimLoop } from './claim-loop';
import { runDelivery, type DeliveryRunParts } from './delivery-run';
import type { Destinations } from './destinations';
import type { DispatcherMetrics } from './dispatcher-metrics';
import { Flusher } from './flusher';
import { releaseClaimed, type Unit } from './classify-attempt';
import { Slots } from './slots';

/** How long a stopping process waits for answers before it closes the connections, in milliseconds: it has to be gone after five seconds. */
const GRACE_MS = 2_000;
/** A loop that has not asked for so long is stuck. */
const SILENT_MS_MAX = 15_000;
const UNIT_BYTES = 4;

export interface DispatcherParts {
  queue: Pick<DeliveryQueue, 'claim' | 'flush' | 'nextDueAtMs'>;
  webhookSender: WebhookSender;
  destinations: Pick<Destinations, 'find'>;
  personalData: Pick<PersonalData, 'unseal' | 'sealLike'>;
  clock: Clock;
  random: Random;
  logger: Logger;
  metrics: DispatcherMetrics;
  /** Undefined when traces are off. */
  tracing?: Tracing | undefined;
  /** Requests under way in this process, at most. */
  maxInFlight: number;
  /** See `ClaimLoopParts`. */
  isListening: () => boolean;
  /** Queues that do not know the present settings of their endpoint: bring them up to date. */
  onStale: (endpointIds: readonly string[]) => void;
  /** There are pending transitions of endpoints. */
  onPending: () => void;
}

/**
 * Takes due deliveries from the queue and makes attempts, as many at once as there are slots (docs/reference/webhooks.md). Any number
 * of processes may run one on the same queue: a delivery belongs to who holds its lease.
 */
export class Dispatcher {
  private readonly slots: Slots;
  private readonly loop: ClaimLoop;
  private readonly flusher: Flusher;
  /** Attempts under way, and who waits for the last of them. */
  private running = 0;
  private onDrained: (() => void) | null = null;
  private readonly run: DeliveryRunParts;
  private isStopping = false;
  private stopped: Promise<void> | null = null;

  constructor(private readonly parts: DispatcherParts) {
    const { random } = parts;
    this.slots = new Slots(parts.maxInFlight);
    this.run = { ...parts, unit: unitOf(random), onAttempt: (...done) => this.attempted(...done) };
    this.flusher = new Flusher({ ...parts, worker: random.uuid().slice(-12), onFlushed: (...done) => this.flushed(...done) });
    this.loop = new ClaimLoop({
      ...parts,
      budget: () => this.slots.budget(),
      isRoomy: () => this.slots.areMostlyFree,
      onClaimed: (deliveries) => this.begin(deliveries),
    });
  }

  start(): void {
    this.wake();
  }

  /** Something may be due. Cheap: call it whenever a transaction with new deliveries has committed. */
  wake(): void {
    this.loop.wake();
  }

  /** Whether the loop still turns, for readiness. */
  check(): CheckResult {
    const { silentMs } = this.loop;
    if (silentMs < SILENT_MS_MAX) return { ok: true, detail: 'asks for due deliveries' };
    return { ok: false, detail: `has not asked for due deliveries for ${Math.round(silentMs / 1_000)} s` };
  }

  /**
   * Takes no more, gives back what it has not begun, waits for the answers under way, two seconds at most, and writes what
   * came of all. May be called twice.
   */
  stop(): Promise<void> {
    return (this.stopped ??= this.end());
  }

  private async end(): Promise<void> {
    this.isStopping = true;
    await this.loop.stop();
    await Promise.race([this.drained(), graceOver()]);
    await this.parts.webhookSender.close();
    await this.drained();
    await this.flusher.drain();
  }

  private drained(): Promise<void> {
    if (this.running === 0) return Promise.resolve();
    return new Promise((resolve) => (this.onDrained = resolve));
  }

  private begin(deliveries: readonly LeasedDelivery[]): void {
    for (const delivery of deliveries) {
      if (this.isStopping) this.flusher.add(releaseClaimed(delivery, this.run.unit));
      else void this.runDelivery(delivery);
    }
    this.parts.metrics.inFlight.set(this.slots.inFlight);
  }

  private async runDelivery(delivery: LeasedDelivery): Promise<void> {
    this.running++;
    this.slots.take(delivery.class);
    const result = await runDelivery(delivery, this.run);
    this.slots.release(delivery.class);
    this.loop.slotFreed();
    this.flusher.add(result);
    if (--this.running === 0) this.onDrained?.();
  }

  private attempted(delivery: LeasedDelivery, result: AttemptResult): void {
    const { metrics, tracing } = this.parts;
    metrics.attempted(delivery, result);
    if (tracing) traceAttempt(tracing, delivery, result);
  }

  private flushed(results: readonly ResultRow[], { accepted, opened, pending }: Flushed, tookMs: number): void {
    const { metrics, onPending } = this.parts;
    metrics.flush.observe(tookMs / 1_000);
    metrics.inFlight.set(this.slots.inFlight);
    metrics.late.inc(results.length - accepted);
    metrics.breakersOpened.inc(opened);
    if (pending > 0) onPending();
    // Their queues have room again, and successors may have been released.
    this.wake();
  }
}

/** Uniform from 0 to below 1, from unpredictable bytes. */
function unitOf(random: Random): Unit {
  return () => Buffer.from(random.bytes(UNIT_BYTES)).readUInt32BE() / 2 ** 32;
}

function graceOver(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, GRACE_MS).unref());
}
