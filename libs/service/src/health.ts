/** What a readiness check found. `detail` is one sentence for the operator, without secrets. */
export interface CheckResult {
  ok: boolean;
  detail: string;
}

export interface Readiness {
  /** `degraded`: ready, while something is away that some requests do without. */
  status: 'ok' | 'degraded' | 'unavailable';
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
  private readonly checks = new Map<string, Check>();
  private phase: 'starting' | 'started' | 'stopping' = 'starting';
  private detail = 'starting';

  /**
   * @param name unique in the process, for example `payments.database`; a second registration replaces the first.
   * @param options `isVital: false` of what some requests do without: the process is ready, but degraded, while it is away.
   */
  addReadiness(name: string, run: () => Promise<CheckResult>, { isVital = true }: { isVital?: boolean } = {}): void {
    this.checks.set(name, { run, isVital });
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
    const entries = await Promise.all([...this.checks].map(async ([name, { run }]) => [name, await settle(run)] as const));
    const checks: Record<string, CheckResult> = Object.fromEntries(entries);
    if (this.phase !== 'started') checks.lifecycle = { ok: false, detail: this.detail };
    const away = Object.keys(checks).filter((name) => checks[name]?.ok === false);
    if (away.length === 0) return { status: 'ok', checks };
    return { status: away.some((name) => this.checks.get(name)?.isVital ?? true) ? 'unavailable' : 'degraded', checks };
  }

  private enter(phase: 'started' | 'stopping', detail: string): void {
    this.phase = phase;
    this.detail = detail;
  }
}

interface Check {
  run: () => Promise<CheckResult>;
  isVital: boolean;
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
