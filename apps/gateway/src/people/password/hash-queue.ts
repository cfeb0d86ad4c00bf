/** Hashes under way at once in a process: each takes 19 MiB and a thread of Node's pool. */
const RUNNING_MAX = 2;
const WAITING_MAX = 50;
const WAIT_MAX_MS = 2_000;

/** Too many passwords are being hashed: try again in a moment. */
export class HashQueueFullError extends Error {
  override readonly name = 'HashQueueFullError';
}

interface Waiting {
  start(): void;
  timer: NodeJS.Timeout;
}

/** Runs a few hashes at a time, in the order in which they came. The others wait for two seconds at most, and fifty of them. */
export class HashQueue {
  private running = 0;
  private waiting: Waiting[] = [];

  /** @throws HashQueueFullError before any work was done; what `work` throws. */
  async run<TResult>(work: () => Promise<TResult>): Promise<TResult> {
    if (this.running < RUNNING_MAX) this.running++;
    else await this.turn();
    try {
      return await work();
    } finally {
      this.passOn();
    }
  }

  private turn(): Promise<void> {
    if (this.waiting.length >= WAITING_MAX) throw new HashQueueFullError('too many passwords wait to be hashed');
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.waiting = this.waiting.filter((one) => one !== entry);
        reject(new HashQueueFullError('a password waited too long to be hashed'));
      };
      const entry: Waiting = { start: resolve, timer: setTimeout(giveUp, WAIT_MAX_MS) };
      this.waiting.push(entry);
    });
  }

  /** The place of one that has ended goes to the next in line. */
  private passOn(): void {
    const next = this.waiting.shift();
    if (next === undefined) {
      this.running--;
      return;
    }
    clearTimeout(next.timer);
    next.start();
  }
}
