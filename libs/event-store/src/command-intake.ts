import { partitionOfShard, type Command, type Reply } from '#contracts';
import type { DryRun } from './dry-run';
import { WriterUnavailableError } from './errors';
import { routeCommand } from './writer/envelope';
import { refused, type RoutedCommand } from './writer/pending';
import type { ServingWriter } from './writer/serving-writer';
import type { EventStoreOptions } from './options';
import type { AggregateRegistry } from './registry';

export interface CommandIntakeParts {
  options: EventStoreOptions;
  registry: AggregateRegistry;
  /** Partition `n` is served by writer `n` modulo their number. */
  writers: readonly ServingWriter[];
  dryRun: DryRun;
}

/** The door for commands: to the writer of their partition, or to a dry run. */
export class CommandIntake {
  constructor(private readonly parts: CommandIntakeParts) {}

  /** See `EventStore.submit`. */
  submit(command: Command): Promise<Reply> {
    const routing = routeCommand(command, this.parts.registry);
    if (routing.ok && command.dryRun) return this.answerDryRun({ ...routing, command, idempotencyId: null });
    if (routing.ok) return this.writerOf(routing.shard).submit(routing.shard, routing.aggregate, command);
    const { commandId, type } = command;
    if (routing.code === 'internal_error')
      this.parts.options.logger.error({ commandId, type, reason: routing.reason }, 'command cannot be routed');
    return Promise.resolve(refused(command, routing.code));
  }

  private writerOf(shard: number): ServingWriter {
    const { writers } = this.parts;
    const writer = writers[partitionOfShard(shard) % writers.length];
    if (!writer) throw new Error('an event store needs at least one writer');
    return writer;
  }

  private async answerDryRun(routed: RoutedCommand): Promise<Reply> {
    try {
      return await this.parts.dryRun.answer(routed);
    } catch (error) {
      throw new WriterUnavailableError('the database could not be asked', { cause: error });
    }
  }
}
