import { InFlightMap } from '#collections';
import type { Reply } from '#contracts';
import { afterPendingInput, WakeableLoop } from '#loops';
import { WriterOverloadedError, WriterUnavailableError } from '../errors';
import { BatchRunner, type WriterParts } from './batch-runner';
import type { PendingCommand, RoutedCommand } from './pending';
import { CommandQueue } from './queue';

/**
 * Serves the commands of some partitions, one batch at a time: take what is queued and what sockets are bringing, load, decide
 * each in order in memory, append all in one commit, reply. There is no timer: while a commit is in flight, the next
 * batch builds itself.
 */
export class ShardWriter {
  private readonly queue: CommandQueue;
  private readonly runner: BatchRunner;
  /** By command id: the same command delivered twice at once is one piece of work with two listeners. */
  private readonly underWay = new InFlightMap<string, Promise<Reply>>();
  private readonly loop = new WakeableLoop({ run: () => this.run() });
  private batch: Promise<void> = Promise.resolve();

  constructor(private readonly parts: WriterParts) {
    this.queue = new CommandQueue(parts.options.queueMax);
    this.runner = new BatchRunner(parts, this.queue);
  }

  /**
   * @throws WriterOverloadedError when the queue is full.
   * @throws WriterUnavailableError when the partition is not ours or the connection is lost; safe to bring again.
   */
  submit(routed: RoutedCommand): Promise<Reply> {
    const { shard, command } = routed;
    const known = this.underWay.get(command.commandId);
    if (known) return known;
    if (this.parts.grant.epochOf(shard) === undefined) {
      return Promise.reject(new WriterUnavailableError(`shard ${shard} is not served by this process`));
    }
    if (this.queue.isFull) return Promise.reject(new WriterOverloadedError(`writer ${this.parts.index} has its queue full`));
    const answer = this.enqueue(routed);
    this.underWay.set(command.commandId, answer);
    this.loop.wake();
    return answer;
  }

  /** The connection is lost: the sender repeats the command. */
  failAll(reason: string): void {
    for (const pending of this.queue.drain()) pending.reject(new WriterUnavailableError(reason));
  }

  /** Resolves when everything that was queued is settled. */
  drained(): Promise<void> {
    return this.loop.idle();
  }

  /** Resolves when the batch under way is settled. A partition is let go only after that. */
  batchDone(): Promise<void> {
    return this.batch;
  }

  private enqueue(routed: RoutedCommand): Promise<Reply> {
    return new Promise<Reply>((resolve, reject) => {
      const { commandId } = routed.command;
      const settle =
        <TValue>(end: (value: TValue) => void) =>
        (value: TValue): void => {
          this.underWay.delete(commandId);
          end(value);
        };
      this.queue.push({ ...routed, conflicts: 0, resolve: settle(resolve), reject: settle(reject) });
    });
  }

  private async run(): Promise<void> {
    while (this.queue.length > 0) {
      await afterPendingInput();
      this.batch = this.runBatch();
      await this.batch;
    }
  }

  /** Never rejects: a batch that cannot be served is handed back to those who brought its commands. */
  private async runBatch(): Promise<void> {
    const { batch, followers } = this.queue.take(this.parts.options.batchMax);
    const ours = this.keepOurs(batch);
    try {
      const settled = await this.runner.serve(ours);
      this.runner.answerFollowers(followers, settled);
    } catch (error) {
      const lost = this.toUnavailable(error);
      for (const pending of [...ours, ...followers]) pending.reject(lost);
    }
  }

  private toUnavailable(error: unknown): WriterUnavailableError {
    if (error instanceof WriterUnavailableError) return error;
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    this.parts.options.logger.error({ error: message, stack }, 'writer failed on its batch');
    return new WriterUnavailableError('the batch failed', { cause: error });
  }

  private keepOurs(batch: readonly PendingCommand[]): PendingCommand[] {
    return batch.filter((pending) => {
      if (this.parts.grant.epochOf(pending.shard) !== undefined) return true;
      pending.reject(new WriterUnavailableError(`the partition of shard ${pending.shard} was handed on`));
      return false;
    });
  }
}
