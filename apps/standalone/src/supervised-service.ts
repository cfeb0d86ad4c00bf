import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endProcess, isAlive, type EndingStep } from '#embedded';
import type { Logger } from '#service';
import { CliError } from './cli-error';

const BACKOFF_FIRST_MS = 250;
const BACKOFF_LAST_MS = 10_000;
/** A service that lived this long starts the next count of failures at zero. */
const STEADY_AFTER_MS = 30_000;
const READY_WITHIN_MS = 60_000;
const READY_EVERY_MS = 50;
const PROBE_TIMEOUT_MS = 2_500;
/** Deaths before it ever answered, after which something is wrong that a restart does not mend. */
const FALSE_STARTS_MAX = 3;
/** A service ends itself within its grace; a second more for a busy machine. */
const endingOf = (graceMs: number): readonly EndingStep[] => [
  { signal: 'SIGTERM', graceMs: graceMs + 1_000 },
  { signal: 'SIGKILL', graceMs: 2_000 },
];
const NODE_FLAGS = ['--disable-warning=TimeoutNegativeWarning', '--expose-gc', '--require', join(__dirname, 'supervised-process.js')];

export interface ServiceOptions {
  name: string;
  /** Its compiled main.js. */
  entry: string;
  environment: Record<string, string>;
  /** Answers 200 when the service is ready. */
  readyUrl: string;
  logger: Logger;
  /** SHUTDOWN_GRACE_MS of the service. */
  shutdownGraceMs: number;
}

/** One service in a process of its own, started again whenever it dies, with growing pauses. */
export class SupervisedService {
  private child: ChildProcess | undefined;
  private failures = 0;
  private hasAnswered = false;
  private isStopping = false;

  constructor(private readonly options: ServiceOptions) {}

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** @throws CliError when it dies again and again before it answers, or does not answer within a minute. */
  async start(): Promise<void> {
    this.launch();
    const endsAtMs = performance.now() + READY_WITHIN_MS;
    while (!(await this.answers())) {
      if (this.failures >= FALSE_STARTS_MAX) throw this.explanation('ended again and again while it started');
      if (performance.now() > endsAtMs) throw this.explanation(`was not ready within ${READY_WITHIN_MS / 1000} s`);
      await delay(READY_EVERY_MS);
    }
    this.hasAnswered = true;
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    const pid = this.pid;
    if (pid !== undefined) await endProcess(pid, endingOf(this.options.shutdownGraceMs));
  }

  /** Ends the process at once. */
  killNow(): void {
    this.isStopping = true;
    this.child?.kill('SIGKILL');
  }

  private launch(): void {
    const startedAtMs = performance.now();
    const { name, entry, environment, logger } = this.options;
    // A process group of its own: Ctrl-C at the terminal reaches us only, and we stop the services in order.
    const child = fork(entry, [], {
      env: environment,
      execArgv: NODE_FLAGS,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.child = child;
    child.once('exit', (code, signal) => {
      if (this.isStopping) return;
      if (performance.now() - startedAtMs > STEADY_AFTER_MS) this.failures = 0;
      const pauseMs = Math.min(BACKOFF_FIRST_MS * 2 ** this.failures, BACKOFF_LAST_MS);
      this.failures++;
      logger.warn({ child: name, code, signal, pauseMs }, 'service ended, restarting');
      if (!this.hasAnswered && this.failures >= FALSE_STARTS_MAX) return;
      setTimeout(() => this.isStopping || this.launch(), pauseMs);
    });
    child.on('error', (error) => logger.error({ child: name, err: error }, 'service start failed'));
  }

  private async answers(): Promise<boolean> {
    if (this.pid === undefined || !isAlive(this.pid)) return false;
    try {
      return (await fetch(this.options.readyUrl, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })).ok;
    } catch {
      return false;
    }
  }

  private explanation(what: string): Error {
    return new CliError(`The ${this.options.name} service ${what}. Its own words are above; LOG_LEVEL=info says more.`);
  }
}
