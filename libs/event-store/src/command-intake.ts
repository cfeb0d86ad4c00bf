import { partitionOfShard, type Command, type Reply } from '#contracts';
import type { Alongside, DecideHere } from './decide-here';
import type { DryRun } from './dry-run';
import { WriterUnavailableError } from './errors';
import { routeCommand } from './writer/envelope';
import { idempotencyIdIn, refused, type RoutedCommand } from './writer/pending';
import type { ServingWriter } from './writer/serving-writer';
import type { EventStoreOptions } from './options';
import type { AggregateRegistry } from './registry';

export interface CommandIntakeParts {
  options: EventStoreOptions;
  registry: AggregateRegistry;
  /** Partition `n` is served by writer `n` modulo their number. */
  writers: readonly ServingWriter[];
  dryRun: DryRun;
  here: DecideHere;
}

/** The door for commands: to the writer of their partition, or to a dry run. */
export class CommandIntake {
  constructor(private readonly parts: CommandIntakeParts) {}

  /** See `EventStore.submit`. */
  submit(command: Command): Promise<Reply> {
    return this.answer(command, (routed) => this.writerOf(routed.shard).submit(routed));
  }

  /** See `EventStore.decideHere`. */
  decideHere(command: Command, alongside?: Alongside): Promise<Reply> {
    return this.answer(command, (routed) => this.parts.here.answer(routed, alongside));
  }

  private answer(command: Command, decide: (routed: RoutedCommand) => Promise<Reply>): Promise<Reply> {
    const routing = routeCommand(command, this.parts.registry);
    if (routing.ok) {
      const { shard, aggregate } = routing;
      const routed = { command, shard, aggregate, idempotencyId: command.dryRun ? null : idempotencyIdIn(command) };
      return command.dryRun ? this.answerDryRun(routed) : decide(routed);
    }
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
