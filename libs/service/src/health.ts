/** What a readiness check found. `detail` is one sentence for the operator, without secrets. */
export interface CheckResult {
  ok: boolean;
  detail: string;
}

export interface Readiness {
  status: 'ok' | 'unavailable';
  checks: Record<string, CheckResult>;
}

/** Whether a process takes requests. `detail` says why it does not. */
export interface Serving {
  status: 'ok' | 'unavailable';
  detail: string;
}

/** A check that has not answered by then has failed: the prober must not wait longer than its own time-out. */
const CHECK_TIMEOUT_MS = 2_000;

/** What `/health/live`, `/health/serving` and `/health/ready` answer. One instance per process. */
export class Health {
  private readonly checks = new Map<string, () => Promise<CheckResult>>();
  private phase: 'starting' | 'started' | 'stopping' = 'starting';
  private detail = 'starting';

  /** @param name unique in the process, for example `payments.database`; a second registration replaces the first. */
  addReadiness(name: string, check: () => Promise<CheckResult>): void {
    this.checks.set(name, check);
  }

  /** What the start waits for, in a sentence without secrets. */
  markWaiting(detail: string): void {
    if (this.phase === 'starting') this.detail = `starting: ${detail}`;
  }

  /** The start has ended: the process serves from now on, and is ready when its checks are. */
  markStarted(): void {
    if (this.phase === 'starting') this.enter('started', 'started');
  }

  /** From now on the process is not ready: traffic moves away while what was taken is finished. */
  markStopping(): void {
    this.enter('stopping', 'stopping');
  }

  /** Alive means that the event loop turns; nothing outside is asked, so that a lost database restarts no process. */
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /**
   * Serving means that the start has ended and the stop has not begun. Nothing that processes share is asked: a lost broker would
   * take all of them out of the balancer at once, and with them the reads that need none.
   */
  serving(): Serving {
    return { status: this.phase === 'started' ? 'ok' : 'unavailable', detail: this.detail };
  }

  /** Runs every check at once, each within two seconds. Never rejects. */
  async ready(): Promise<Readiness> {
    const entries = await Promise.all([...this.checks].map(async ([name, check]) => [name, await settle(check)] as const));
    const checks: Record<string, CheckResult> = Object.fromEntries(entries);
    if (this.phase !== 'started') checks.lifecycle = { ok: false, detail: this.detail };
    return { status: Object.values(checks).every((check) => check.ok) ? 'ok' : 'unavailable', checks };
  }

  private enter(phase: 'started' | 'stopping', detail: string): void {
    this.phase = phase;
    this.detail = detail;
  }
}

async function settle(check: () => Promise<CheckResult>): Promise<CheckResult> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<CheckResult>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, detail: `no answer within ${CHECK_TIMEOUT_MS} ms` }), CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([check(), timeout]);
  } catch (error) {
    // The message may carry an address or a user name; the log of the failing part has the whole story.
    return { ok: false, detail: `the check failed with ${error instanceof Error ? error.name : 'an unknown error'}` };
  } finally {
    clearTimeout(timer);
  }
}
