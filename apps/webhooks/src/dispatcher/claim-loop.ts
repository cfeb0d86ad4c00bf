import type { Clock, Random } from '#contracts';
import { WakeableLoop } from '#loops';
import type { Logger } from '#service';
import type { Claim, ClaimBudget, DeliveryQueue, LeasedDelivery } from '../delivery-queue/delivery-queue';
import { ClaimWidth } from './claim-width';
import type { DispatcherMetrics } from './dispatcher-metrics';

/** While notices cannot be heard, or every slot is in use: something due is found after this, in milliseconds. */
const POLL_MS = 500;
/** While they are heard, and it is known when the next delivery is due. */
const QUIET_MS = 5_000;
/** Something is due that this process may not take now: it looks again when a slot is free, or after this. */
const BUSY_MS = 25;
/** After a claim that brought so many the next one waits until most slots are free, or for so long: few large claims cost less than many small ones. */
const MANY = 64;
const PACE_MS = 40;
/** A claim that brought this part of what was wanted is full: some slots are always left to others. */
const FULL = 0.75;

export interface ClaimLoopParts {
  queue: Pick<DeliveryQueue, 'claim' | 'nextDueAtMs'>;
  clock: Clock;
  random: Random;
  logger: Logger;
  metrics: DispatcherMetrics;
  /** What may be taken now; a total of 0 when every slot is in use. */
  budget: () => ClaimBudget;
  /** Whether so many slots are free that a claim is worth its while. */
  isRoomy: () => boolean;
  /** Whether other processes can say that they have put something into the queue. */
  isListening: () => boolean;
  onClaimed: (deliveries: readonly LeasedDelivery[]) => void;
  /** Queues that do not know the present settings of their endpoint. */
  onStale: (endpointIds: readonly string[]) => void;
}

/**
 * Asks for due deliveries whenever there may be some: after a call, by the timer of the next one that is known, or by the
 * poll. One claim at a time: while it runs, slots become free, and the next one brings more at once.
 */
export class ClaimLoop {
  private readonly loop: WakeableLoop;
  private readonly width = new ClaimWidth();
  private endPause: (() => void) | null = null;
  private lastHeartbeatMs: number;

  constructor(private readonly parts: ClaimLoopParts) {
    this.lastHeartbeatMs = parts.clock.monotonicMs();
    this.loop = new WakeableLoop({
      run: () => this.run(),
      everyMs: () => this.pollMs,
      onError: (error) => parts.logger.error({ error: String(error) }, 'claim of due deliveries failed, retrying'),
    });
  }

  /** Something may be due, or a slot is free. Costs nothing while a claim runs. */
  wake(): void {
    this.loop.wake();
  }

  /** A slot is free again. Ends the pause after a large claim when most are. */
  slotFreed(): void {
    if (this.endPause !== null && this.parts.isRoomy()) this.endPause();
  }

  /** How long ago due deliveries were last asked for with success, in milliseconds. */
  get silentMs(): number {
    return this.parts.clock.monotonicMs() - this.lastHeartbeatMs;
  }

  /** Asks no more. What the claim under way brings still goes to `onClaimed`. */
  async stop(): Promise<void> {
    const stopped = this.loop.stop();
    this.endPause?.();
    await stopped;
  }

  private get pollMs(): number {
    return this.parts.isListening() ? QUIET_MS : POLL_MS;
  }

  private async run(): Promise<void> {
    const count = await this.claim();
    if (count >= MANY) await this.pause();
    if (count > 0) this.loop.wake();
    if (!this.loop.isSignalled) this.loop.wakeWithin(await this.untilNextMs());
  }

  private async pause(): Promise<void> {
    if (this.loop.isStopped || this.parts.isRoomy()) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PACE_MS);
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.endPause = null;
  }

  private async claim(): Promise<number> {
    const { queue, clock, random, metrics, budget } = this.parts;
    const wanted = budget();
    if (wanted.total === 0) {
      this.noteProgress();
      return 0;
    }
    const startedMs = clock.monotonicMs();
    const nowMs = clock.nowMs();
    const claimed = await queue.claim(nowMs, random.uuid(), wanted, {
      queuesMax: this.width.queuesFor(wanted.total),
      slotsFree: wanted.total,
    });
    this.width.learn(claimed.deliveries.length >= wanted.total * FULL);
    this.noteProgress();
    metrics.claim.observe((clock.monotonicMs() - startedMs) / 1_000);
    metrics.claimRows.observe(claimed.deliveries.length);
    for (const { dueAtMs } of claimed.deliveries) metrics.lag.observe(Math.max(0, nowMs - dueAtMs) / 1_000);
    return this.handOn(claimed);
  }

  private handOn({ deliveries, staleEndpointIds }: Claim): number {
    if (staleEndpointIds.length > 0) this.parts.onStale(staleEndpointIds);
    if (deliveries.length > 0) this.parts.onClaimed(deliveries);
    return deliveries.length;
  }

  private async untilNextMs(): Promise<number> {
    const { queue, clock, budget } = this.parts;
    if (this.loop.isStopped || budget().total === 0) return POLL_MS;
    const dueAtMs = await queue.nextDueAtMs();
    if (dueAtMs === null) return this.pollMs;
    return Math.min(this.pollMs, Math.max(BUSY_MS, dueAtMs - clock.nowMs()));
  }

  private noteProgress(): void {
    const { clock, metrics } = this.parts;
    this.lastHeartbeatMs = clock.monotonicMs();
    metrics.heartbeat.set(clock.nowMs() / 1_000);
  }
}
