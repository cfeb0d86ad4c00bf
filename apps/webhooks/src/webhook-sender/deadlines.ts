import type { Clock } from '#contracts';

/** Something that is due unless it is cleared. Opaque to everybody but the wheel. */
export interface Deadline {
  slot: number;
  round: number;
  onDue: () => void;
}

const TICK_MS = 50;
const SLOTS = 1_024;

/**
 * Deadlines of many attempts on one timer: an `AbortSignal.timeout` or a timer for each costs about a fifth of the
 * throughput. A deadline is never early and at most two ticks (100 ms) late, beyond what the event loop itself is late. The
 * timer runs only while there is something to wait for and does not keep the process alive.
 */
export class DeadlineWheel {
  private readonly slots: Set<Deadline>[] = Array.from({ length: SLOTS }, () => new Set<Deadline>());
  private waiting = 0;
  /** Ticks since the timer was started that have been worked off. */
  private now = 0;
  private startedAtMs = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly clock: Pick<Clock, 'monotonicMs'>) {}

  /** @param delayMs from now; @param onDue is called once, unless the deadline is cleared before. It must not throw. */
  set(delayMs: number, onDue: () => void): Deadline {
    if (this.timer === null) this.start();
    // The running tick has begun already: one more, so that nothing is early.
    const dueTick = this.currentTick() + Math.ceil(Math.max(delayMs, 0) / TICK_MS) + 1;
    const deadline = { slot: dueTick % SLOTS, round: Math.floor(dueTick / SLOTS), onDue };
    this.slots[deadline.slot]?.add(deadline);
    this.waiting += 1;
    return deadline;
  }

  /** Clearing twice, or after it was due, does nothing. */
  clear(deadline: Deadline): void {
    if (this.slots[deadline.slot]?.delete(deadline)) this.waiting -= 1;
  }

  /** How many are waited for. */
  get size(): number {
    return this.waiting;
  }

  /** Drops all deadlines; no callback runs. */
  close(): void {
    for (const slot of this.slots) slot.clear();
    this.waiting = 0;
    this.stop();
  }

  private start(): void {
    this.startedAtMs = this.clock.monotonicMs();
    this.now = 0;
    this.timer = setInterval(() => this.advance(), TICK_MS);
    this.timer.unref();
  }

  private stop(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
  }

  private currentTick(): number {
    return Math.floor((this.clock.monotonicMs() - this.startedAtMs) / TICK_MS);
  }

  /** Works off all ticks that have passed: more than one when the event loop was busy. */
  private advance(): void {
    const until = this.currentTick();
    while (this.now < until) this.workOff(++this.now);
    if (this.waiting === 0) this.stop();
  }

  private workOff(tick: number): void {
    const slot = this.slots[tick % SLOTS];
    if (slot === undefined || slot.size === 0) return;
    const round = Math.floor(tick / SLOTS);
    for (const deadline of slot) {
      if (deadline.round > round) continue;
      slot.delete(deadline);
      this.waiting -= 1;
      deadline.onDue();
    }
  }
}
