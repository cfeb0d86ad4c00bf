import type { DueTask } from '../aggregate';
import { TaskTakenError } from '../errors';
import type { DueStreams } from './due-streams';
import type { DueStream, TaskGuard } from './task';
import type { TaskSession } from './task-session';

export interface GuardParts {
  session: TaskSession;
  /** Reads on that session. */
  streams: DueStreams;
  ownedShards: () => readonly number[];
}

/** The guard of one run of a task. */
export class SessionGuard implements TaskGuard {
  /** The session that holds the lock, while there is one. */
  private locked: number | null = null;

  constructor(
    private readonly parts: GuardParts,
    private readonly stream: DueStream,
    private readonly task: DueTask,
    private readonly signal: AbortSignal,
  ) {}

  async stillOurs(): Promise<void> {
    this.checkHere();
    const { shard, snapshot } = this.stream;
    const [now] = await this.asked(() => this.parts.streams.read([{ shard, stream_id: snapshot.head.streamId }]));
    if (now === undefined || !this.isStillDue(now)) throw new TaskTakenError('the stream does not ask for it any more');
    this.checkHere();
  }

  async alone<TResult>(act: () => Promise<TResult>): Promise<TResult> {
    const { session } = this.parts;
    const name = `${this.stream.snapshot.head.streamId} ${this.task.key}`;
    const locked = await this.asked(() => session.tryLock(name));
    if (locked === null) throw new TaskTakenError('another process is at it');
    this.locked = locked;
    try {
      await this.stillOurs();
      return await act();
    } finally {
      this.locked = null;
      // Without the session there is no lock to give back.
      await session.unlock(name, locked).catch(() => undefined);
    }
  }

  private checkHere(): void {
    if (this.signal.aborted) throw new TaskTakenError('it was aborted', { cause: this.signal.reason });
    if (!this.parts.ownedShards().includes(this.stream.shard)) throw new TaskTakenError('the partition belongs to another process');
    if (this.locked !== null && !this.parts.session.isSame(this.locked)) throw new TaskTakenError('its lock was lost');
  }

  /** A change that has nothing to do with the task, such as a new description, leaves it as it is. */
  private isStillDue({ aggregate, snapshot }: DueStream): boolean {
    if (snapshot.head.version === this.stream.snapshot.head.version) return true;
    const now = aggregate.taskOf?.(snapshot) ?? null;
    return now !== null && now.name === this.task.name && now.key === this.task.key && now.dueAtMs === this.task.dueAtMs;
  }

  private async asked<TResult>(ask: () => Promise<TResult>): Promise<TResult> {
    try {
      return await ask();
    } catch (error) {
      throw error instanceof TaskTakenError ? error : new TaskTakenError('it could not be made sure', { cause: error });
    }
  }
}
