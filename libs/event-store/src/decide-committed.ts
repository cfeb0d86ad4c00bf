import type { Reply } from '#contracts';
import type { EventStoreOptions, StoreLogger } from './options';
import type { AggregateRegistry } from './registry';
import type { EventIds } from './writer/event-ids';
import { OPENINGS_MAX, StreamNotOpenError, tryDecideGroup, type DecidedGroup } from './writer/group';
import type { Query, StreamReader } from './writer/load';
import { refused, type PendingCommand, type RoutedCommand } from './writer/pending';
import { StreamOpener } from './writer/stream-opener';
import { Workspace } from './writer/workspace';

export interface CommittedParts {
  options: Pick<EventStoreOptions, 'clock' | 'logger'>;
  eventIds: EventIds;
  registry: AggregateRegistry;
  reader: StreamReader;
  query: Query;
}

/** What a command comes to, and the streams it was decided on. */
export interface CommittedDecision {
  workspace: Workspace;
  /** The bug of an aggregate in place of a group. */
  outcome: DecidedGroup | Error;
}

/**
 * Decides one command on what is committed, in a process that need not hold its shard: so no stream is remembered from one command
 * to the next.
 *
 * @throws Error of the database.
 */
export async function decideCommitted(routed: RoutedCommand, parts: CommittedParts): Promise<CommittedDecision> {
  const opener = new StreamOpener({ ...parts, hotStreamsMax: 1, epochOf: () => undefined });
  const workspace = new Workspace();
  // As after a conflict: whether a stream exists is looked up and not guessed.
  const pending: PendingCommand = { ...routed, conflicts: 1, resolve: () => undefined, reject: () => undefined };
  await opener.openFor([pending], workspace);
  const tools = { clock: parts.options.clock, eventIds: parts.eventIds, registry: parts.registry };
  let outcome = tryDecideGroup(pending, workspace, tools);
  for (let tries = 1; outcome instanceof StreamNotOpenError && tries < OPENINGS_MAX; tries++) {
    await opener.open([outcome.stream], workspace);
    outcome = tryDecideGroup(pending, workspace, tools);
  }
  return { workspace, outcome };
}

/** Logs that a decision threw. */
export function reportBug(logger: StoreLogger, { command }: Pick<RoutedCommand, 'command'>, { message, stack }: Error): void {
  const { commandId, type, streamId } = command;
  logger.error({ commandId, type, streamId, error: message, stack }, 'a decision threw: the aggregate has a bug');
}

/** Logs that a decision threw. @returns the answer to its command. */
export function answerBug(logger: StoreLogger, routed: Pick<RoutedCommand, 'command'>, bug: Error): Reply {
  reportBug(logger, routed, bug);
  return refused(routed.command, 'internal_error');
}
