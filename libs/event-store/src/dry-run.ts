import type { Reply } from '#contracts';

import { asProjected } from './writer/appended';
import { OPENINGS_MAX, StreamNotOpenError, tryDecideGroup, type DecidedGroup } from './writer/group';
import type { Query, StreamReader } from './writer/load';
import { refusalReply, refused, type PendingCommand, type RoutedCommand } from './writer/pending';
import { StreamOpener } from './writer/stream-opener';
import { Workspace } from './writer/workspace';
import type { EventStoreOptions } from './options';
import type { AggregateRegistry } from './registry';

export interface DryRunParts {
  options: EventStoreOptions;
  registry: AggregateRegistry;
  reader: StreamReader;
  query: Query;
}

/**
 * Decides commands on what is committed and stores nothing: no event, no answer, no use of the Idempotency-Key. What it
 * says may be out of date by the time it is read.
 */
export class DryRun {
  private readonly opener: StreamOpener;

  constructor(private readonly parts: DryRunParts) {
    // It holds no shard, so it remembers no stream.
    this.opener = new StreamOpener({ ...parts, hotStreamsMax: 1, epochOf: () => undefined });
  }

  /**
   * What the command would be answered: its refusal, or 200 with a `dry_run` object that holds the status, the resource
   * and the public events it would have.
   *
   * @throws Error of the database.
   */
  async answer(routed: RoutedCommand): Promise<Reply> {
    const workspace = new Workspace();
    // As after a conflict: whether a stream exists is looked up and not guessed.
    const pending: PendingCommand = { ...routed, conflicts: 1, resolve: () => undefined, reject: () => undefined };
    await this.opener.openFor([pending], workspace);
    const outcome = await this.decide(pending, workspace);
    return outcome instanceof Error ? this.answerBug(routed, outcome) : this.toReply(routed, outcome);
  }

  private async decide(pending: PendingCommand, workspace: Workspace): Promise<DecidedGroup | Error> {
    const { clock, random } = this.parts.options;
    const tools = { clock, random, registry: this.parts.registry };
    let outcome = tryDecideGroup(pending, workspace, tools);
    for (let tries = 1; outcome instanceof StreamNotOpenError && tries < OPENINGS_MAX; tries++) {
      await this.opener.open([outcome.stream], workspace);
      outcome = tryDecideGroup(pending, workspace, tools);
    }
    return outcome;
  }

  private toReply({ command }: RoutedCommand, group: DecidedGroup): Reply {
    const { refusal, streamId, status, body } = group.answer;
    if (refusal) return refusalReply(command, refusal);
    const events = publicEventsOf(group);
    const text = `{"object":"dry_run","status":${status},"resource":${body ?? 'null'},"events":${JSON.stringify(events)}}`;
    return { commandId: command.commandId, streamId, status: 200, body: text, refusal: null, replayed: false, position: null };
  }

  private answerBug({ command }: RoutedCommand, { message, stack }: Error): Reply {
    const { commandId, type, streamId } = command;
    this.parts.options.logger.error({ commandId, type, streamId, error: message, stack }, 'a decision threw: the aggregate has a bug');
    return refused(command, 'internal_error');
  }
}

/** Type and resource of the events that merchants would see, in order. They stand at no position. */
function publicEventsOf({ pending, members }: DecidedGroup): { type: string; resource: { type: string; id: string } }[] {
  return members.flatMap(({ routed, events }) =>
    events.flatMap((decided) => {
      const { event, before, after } = asProjected(routed, decided, 0n, pending.command);
      const shown = routed.aggregate.publish?.(event, before, after);
      return shown ? [{ type: shown.type, resource: shown.resource }] : [];
    }),
  );
}
