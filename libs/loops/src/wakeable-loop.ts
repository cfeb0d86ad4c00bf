export interface WakeableLoopParts {
  run: () => Promise<void>;
  /**
   * Milliseconds from the end of a run to the next one, when nothing wakes it before; a function is asked at each end, so that a loop
   * runs rarely while there is nothing to do. Without it, it runs only when signalled.
   */
  everyMs?: number | (() => number);
  /** The loop goes on after it. Without it a run must not fail: its error is an unhandled rejection. */
  onError?: (error: unknown) => void;
  /** The timer does not keep the process alive. */
  unref?: boolean;
}

/** Runs whenever it is signalled, and never twice at once. A wake-up needs no timer: the run begins before `wake` returns. */
export class WakeableLoop {
  private running: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | null = null;
  private timerAtMs = 0;
  private isUnderWay = false;
  private isAskedFor = false;
  private isEnded = false;

  constructor(private readonly parts: WakeableLoopParts) {}

  get isRunning(): boolean {
    return this.isUnderWay;
  }

  /** Another run follows the one under way. */
  get isSignalled(): boolean {
    return this.isAskedFor;
  }

  get isStopped(): boolean {
    return this.isEnded;
  }

  /** The first run comes after `everyMs`. */
  start(): this {
    const { everyMs } = this.parts;
    if (everyMs !== undefined) this.wakeWithin(typeof everyMs === 'number' ? everyMs : everyMs());
    return this;
  }

  /** Runs now, or once more after the run under way. */
  wake(): void {
    if (this.isEnded) return;
    this.isAskedFor = true;
    if (!this.isUnderWay) this.running = this.runWhileSignalled();
  }

  /** Runs after so many milliseconds at the latest: of two times the earlier holds. */
  wakeWithin(delayMs: number): void {
    if (this.isEnded) return;
    const atMs = performance.now() + delayMs;
    if (this.timer && this.timerAtMs <= atMs) return;
    this.clearTimer();
    this.timerAtMs = atMs;
    this.timer = setTimeout(() => this.wake(), delayMs);
    if (this.parts.unref) this.timer.unref();
  }

  /** Resolves when nothing runs. */
  async idle(): Promise<void> {
    while (this.isUnderWay) await this.running;
  }

  /** Begins no run any more. Resolves when the one under way has ended. */
  async stop(): Promise<void> {
    this.isEnded = true;
    this.isAskedFor = false;
    this.clearTimer();
    await this.running;
  }

  private async runWhileSignalled(): Promise<void> {
    this.isUnderWay = true;
    while (this.isAskedFor) {
      this.isAskedFor = false;
      this.clearTimer();
      await this.runOnce();
    }
    this.isUnderWay = false;
    this.start();
  }

  private async runOnce(): Promise<void> {
    const { run, onError } = this.parts;
    try {
      await run();
    } catch (error) {
      if (!onError) throw error;
      onError(error);
    }
  }

  private clearTimer(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }
}
