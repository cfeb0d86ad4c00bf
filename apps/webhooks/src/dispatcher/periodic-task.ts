import type { Logger } from '#service';

/** Work that is done again and again, never twice at once. A failure is logged, and the next time comes all the same. */
export class PeriodicTask {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private isWanted = false;
  private isStopped = false;

  /** @param everyMs from the end of one run to the beginning of the next. */
  constructor(private readonly parts: { name: string; everyMs: number; work: () => Promise<void>; logger: Logger }) {}

  /** Now, or right after the run under way. */
  runNow(): void {
    if (this.isStopped) return;
    this.isWanted = true;
    this.running ??= this.run().finally(() => {
      this.running = null;
      if (this.isWanted) this.runNow();
    });
  }

  /** Resolves when the run under way has ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.isWanted = false;
    if (this.timer) clearTimeout(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    this.isWanted = false;
    if (this.timer) clearTimeout(this.timer);
    try {
      await this.parts.work();
    } catch (error) {
      this.parts.logger.warn({ work: this.parts.name, error: String(error) }, 'periodic task failed, retrying');
    }
    if (this.isStopped) return;
    this.timer = setTimeout(() => this.runNow(), this.parts.everyMs);
    this.timer.unref();
  }
}
