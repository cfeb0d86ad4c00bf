import type { PendingCommand } from './pending-command';

const RETRY_FIRST_MS = 50;
const RETRY_MAX_MS = 500;

/** The commands of one shard that wait to be brought again, in the order they were sent. Bounded by the dispatch. */
export class RetryLine {
  private waiting: PendingCommand[] = [];
  private timer: NodeJS.Timeout | undefined;

  /** @param deliver is called after each delay with everything that waits; what fails is added again. */
  constructor(private readonly deliver: (due: readonly PendingCommand[]) => void) {}

  get isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  add(pending: PendingCommand): void {
    let index = this.waiting.length;
    while (index > 0 && this.waiting[index - 1]!.sequence > pending.sequence) index -= 1;
    this.waiting.splice(index, 0, pending);
    this.timer ??= setTimeout(() => this.onDue(), Math.min(RETRY_FIRST_MS * 2 ** Math.max(pending.failures - 1, 0), RETRY_MAX_MS));
  }

  end(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = [];
  }

  private onDue(): void {
    this.timer = undefined;
    const due = this.waiting;
    this.waiting = [];
    this.deliver(due);
  }
}
