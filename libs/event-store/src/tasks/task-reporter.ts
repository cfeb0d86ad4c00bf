import { systemCommand, type Clock, type Command, type ErrorCode, type Reply } from '#contracts';
import { setTimeout as pause } from 'node:timers/promises';
import type { DueTask } from '../aggregate';
import { derivedUuid } from '../writer/pending';
import type { DueStream, TaskOutcome } from './task';

const REPORTS_MAX = 5;
const PAUSE_FIRST_MS = 200;

/** One run of a task. */
export interface TaskRun {
  stream: DueStream;
  task: DueTask;
  attempt: number;
}

/** What came of it. */
export interface TaskReport extends TaskRun {
  outcome: TaskOutcome;
}

/** Brings the outcomes of tasks to their streams, as commands. */
export class TaskReporter {
  constructor(private readonly parts: { clock: Clock; submit: (command: Command) => Promise<Reply> }) {}

  /**
   * Submits the outcome until it is settled. Its command id follows from stream, version, key and attempt, so that two
   * processes that ran the same task have one effect.
   *
   * @param isStopped no further try is worth it.
   * @throws WriterUnavailableError, WriterOverloadedError when it could not be settled in five tries.
   */
  async sendReport(report: TaskReport, isStopped: () => boolean): Promise<Reply> {
    let expired = 0;
    for (let tries = 1; ; tries++) {
      const isLast = tries === REPORTS_MAX || isStopped();
      try {
        const reply = await this.parts.submit(this.commandFor(report, expired));
        if (isLast || !ANOTHER_TRY.has(reply.refusal?.code)) return reply;
        // A refusal for lateness is stored under its id: the same outcome needs another.
        if (reply.refusal?.code === 'command_expired') expired++;
      } catch (error) {
        if (isLast) throw error;
      }
      await pause(PAUSE_FIRST_MS * 2 ** (tries - 1));
    }
  }

  private commandFor({ stream, task, attempt, outcome }: TaskReport, expired: number): Command {
    const { streamId, accountId, livemode, version } = stream.snapshot.head;
    return systemCommand({
      commandId: derivedUuid(`task ${streamId} ${version} ${task.key} ${attempt} ${expired}`),
      type: outcome.type,
      streamId,
      accountId,
      livemode,
      correlationId: stream.correlationId,
      causationId: stream.causationId,
      actorId: task.name,
      nowMs: this.parts.clock.nowMs(),
      payload: outcome.payload,
    });
  }
}

/** Refusals that say nothing about the outcome. */
const ANOTHER_TRY = new Set<ErrorCode | undefined>(['lock_timeout', 'command_expired']);
