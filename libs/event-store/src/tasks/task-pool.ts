import type { Reply } from '#contracts';
import QuickLRU from 'quick-lru';
import { setTimeout as pause } from 'node:timers/promises';
import type { DueTask } from '../aggregate';
import type { EventStoreOptions, TaskEnding } from '../options';
import type { DueStream, Task, TaskGuard, TaskOutcome, TaskRunner } from './task';
import type { TaskReporter, TaskRun } from './task-reporter';

const CONCURRENCY_MAX = 64;
const DEADLINE_MS = 25_000;
const GRACE_MS = 2_000;
/** How long an aborted runner may take to end; then it is no longer waited for. */
const STOPPING_MS = 1_000;
const REST_FIRST_MS = 1_000;
const REST_MAX_MS = 60_000;
const UNKNOWN_REST_MS = 5_000;

interface RunningTask {
  shard: number;
  controller: AbortController;
  /** The stream belongs to another process by now. */
  isMoot: boolean;
  ended: Promise<void>;
}

/** A task that was run without an effect waits before it is run again. */
interface Rest {
  attempts: number;
  /** On the monotonic clock. */
  untilMs: number;
}

export interface TaskPoolParts {
  options: EventStoreOptions;
  reporter: TaskReporter;
  runnerOf: (name: string) => TaskRunner | undefined;
  guardOf: (stream: DueStream, task: DueTask, signal: AbortSignal) => TaskGuard;
  /** There is room again. */
  onEnded: () => void;
}

/** Runs tasks: so many at once, one for each stream, each with a deadline. */
export class TaskPool {
  private readonly running = new Map<string, RunningTask>();
  private readonly paused = new QuickLRU<string, Rest>({ maxSize: 20_000 });
  private isStopped = false;

  constructor(private readonly parts: TaskPoolParts) {}

  get isFull(): boolean {
    return this.running.size >= (this.parts.options.tasks?.concurrencyMax ?? CONCURRENCY_MAX);
  }

  /** Whether a task of this version of the stream would be run if it were brought now. */
  mayStart(streamId: string, version: number): boolean {
    if (this.isStopped || this.isFull || this.running.has(streamId)) return false;
    const rest = this.paused.get(`${streamId} ${version}`);
    return rest === undefined || rest.untilMs <= this.parts.options.clock.monotonicMs();
  }

  /** Only what `mayStart`. */
  start(stream: DueStream, task: DueTask): void {
    const { streamId, version } = stream.snapshot.head;
    const runner = this.parts.runnerOf(task.name);
    if (!runner) {
      this.paused.set(`${streamId} ${version}`, { attempts: 0, untilMs: this.parts.options.clock.monotonicMs() + UNKNOWN_REST_MS });
      return this.parts.options.logger.warn({ task: task.name, streamId }, 'no task runner for this task in this process');
    }
    const running: RunningTask = { shard: stream.shard, controller: new AbortController(), isMoot: false, ended: Promise.resolve() };
    this.running.set(streamId, running);
    running.ended = this.run(stream, task, running, runner).finally(() => {
      this.running.delete(streamId);
      this.parts.onEnded();
    });
  }

  /** The tasks of shards that belong to others by now are theirs to run. */
  abortTask(owned: ReadonlySet<number>): void {
    for (const running of this.running.values()) {
      if (owned.has(running.shard)) continue;
      running.isMoot = true;
      running.controller.abort(new Error('the partition was handed on'));
    }
  }

  /** Takes nothing more, waits for what is under way, then tells it to stop. */
  async stop(): Promise<void> {
    this.isStopped = true;
    const all = Promise.all([...this.running.values()].map(({ ended }) => ended));
    await Promise.race([all, pause(this.parts.options.tasks?.graceMs ?? GRACE_MS, undefined, { ref: false })]);
    for (const { controller } of this.running.values()) controller.abort(new Error('the process stops'));
    await Promise.race([all, pause(STOPPING_MS, undefined, { ref: false })]);
  }

  private async run(stream: DueStream, task: DueTask, running: RunningTask, runner: TaskRunner): Promise<void> {
    const { clock, observe } = this.parts.options;
    const { streamId, version } = stream.snapshot.head;
    const key = `${streamId} ${version}`;
    const attempt = this.paused.get(key)?.attempts ?? 0;
    const startedMs = clock.monotonicMs();
    const ending = await this.end({ stream, task, attempt }, running, runner);
    if (ending === 'done') this.paused.delete(key);
    else this.paused.set(key, { attempts: attempt + 1, untilMs: clock.monotonicMs() + restMs(attempt) });
    observe?.taskEnded?.({ name: task.name, ending, tookMs: clock.monotonicMs() - startedMs });
  }

  private timeOf({ snapshot: { head } }: DueStream, { dueAtMs }: DueTask): number {
    return head.clockId === undefined ? this.parts.options.clock.nowMs() : Math.max(dueAtMs, head.updatedAtMs);
  }

  /** Asks, and brings the outcome to the stream. Never rejects. */
  private async end({ stream, task, attempt }: TaskRun, running: RunningTask, runner: TaskRunner): Promise<TaskEnding> {
    const guard = this.parts.guardOf(stream, task, running.controller.signal);
    try {
      const outcome = await this.ask(
        runner,
        { ...task, snapshot: stream.snapshot, attempt, guard, nowMs: this.timeOf(stream, task) },
        running.controller,
      );
      const reply = await this.parts.reporter.sendReport({ stream, task, attempt, outcome }, () => this.isStopped || running.isMoot);
      if (hasEffect(reply)) return 'done';
      this.warn(stream, task, { outcome: outcome.type, refusal: reply.refusal?.code ?? null });
      return 'refused';
    } catch (error) {
      this.warn(stream, task, whereabouts(error));
      return 'failed';
    }
  }

  /** @throws what the runner throws, or the reason to stop when it does not stop. */
  private ask(runner: TaskRunner, task: Task, controller: AbortController): Promise<TaskOutcome> {
    const { signal } = controller;
    const deadlineMs = this.parts.options.tasks?.deadlineMs ?? DEADLINE_MS;
    const deadline = setTimeout(() => controller.abort(new DOMException(`not done within ${deadlineMs} ms`, 'TimeoutError')), deadlineMs);
    return new Promise<TaskOutcome>((resolve, reject) => {
      signal.addEventListener('abort', () => setTimeout(() => reject(signal.reason as Error), STOPPING_MS).unref(), { once: true });
      Promise.resolve()
        .then(() => runner(task, signal))
        .then(resolve, reject);
    }).finally(() => clearTimeout(deadline));
  }

  private warn({ snapshot }: DueStream, { name }: DueTask, fields: object): void {
    const { streamId, version } = snapshot.head;
    this.parts.options.logger.warn({ task: name, streamId, version, ...fields }, 'task had no effect, retrying after a pause');
  }
}

function hasEffect(reply: Reply): boolean {
  return reply.refusal === null && reply.position !== null;
}

function restMs(attempt: number): number {
  return Math.min(REST_FIRST_MS * 2 ** Math.min(attempt, 10), REST_MAX_MS);
}

/** What may be said of an error from outside. Its message may quote an address, a key or an answer, so it stays out. */
function whereabouts(error: unknown): object {
  const { name, stack = '' } = error instanceof Error ? error : new Error('not an error');
  const code = (error as { code?: unknown } | null)?.code;
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return { error: name, code: typeof code === 'string' ? code : null, stack: frames.slice(0, 8).join('\n') };
}
