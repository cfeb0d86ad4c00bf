import type { Reply } from '#contracts';
import { reportBug } from '../decide-committed';
import type { EventStoreOptions } from '../options';
import type { ProjectedEvent } from '../projection/projection';
import type { AggregateRegistry } from '../registry';
import type { DueStream } from '../tasks/task';
import type { AppendBatch, AppendPosition, StoredAnswer, Verdict } from './append';
import { appendedEvents } from './appended';
import { AppendError, BatchStore } from './batch-store';
import type { WriterConnection } from './connection';
import type { DatabaseClock } from './database-clock';
import { dueNow } from './due-now';
import type { EventIds } from './event-ids';
import { OPENINGS_MAX, StreamNotOpenError, tryDecideGroup, type DecidedGroup, type GroupTools } from './group';
import type { Query, StreamReader } from './load';
import { refused, type PendingCommand, type StreamAddress } from './pending';
import type { SettledPosition } from './positions';
import type { CommandQueue } from './queue';
import { answerForFollowers, newReply, storedReply, verdictOf } from './reply';
import { StoredAnswers } from './stored-answers';
import { StreamOpener } from './stream-opener';
import { Workspace } from './workspace';

/** How often a command is decided again because another writer changed its stream. */
const CONFLICTS_MAX = 5;
/** How often in a batch the commands that are still to be decided are asked for the streams that they lack. */
const LOOKS_AHEAD_MAX = 6;

/** What a writer may do now, and the positions that ride along with its next append. */
export interface WriterGrant {
  /** The epoch in which the partition of this shard is held by this writer's connection; undefined when it is not. */
  epochOf(shard: number): number | undefined;
  takePositions(): SettledPosition[];
  returnPositions(positions: readonly SettledPosition[]): void;
}

export interface WriterParts {
  index: number;
  connection: WriterConnection;
  databaseClock: DatabaseClock;
  eventIds: EventIds;
  registry: AggregateRegistry;
  reader: StreamReader;
  grant: WriterGrant;
  options: EventStoreOptions & { batchMax: number; batchBytesMax: number; queueMax: number; hotStreamsMax: number };
  /** The name under which positions are kept. */
  consumer: string;
  /** Called after the replies, with the new events of each shard. */
  onAppended: (events: ReadonlyMap<number, readonly ProjectedEvent[]>) => void;
  /** Called after the replies, with the streams that have something to ask of the outside now. */
  onDue: (streams: readonly DueStream[]) => void;
}

/** By idempotency id: what a later command with the same key is answered. */
export type SettledKeys = Map<string, StoredAnswer>;

/** Takes one batch from "queued" to "answered". */
export class BatchRunner {
  private readonly opener: StreamOpener;
  private readonly tools: GroupTools;
  private readonly store: BatchStore;
  private readonly answers: StoredAnswers;
  private readonly query: Query = (statement, values) => this.parts.connection.query(statement, values);

  constructor(
    private readonly parts: WriterParts,
    private readonly queue: CommandQueue,
  ) {
    const { registry, reader, grant, connection, databaseClock, eventIds, options } = parts;
    const { schema, hotStreamsMax, clock, failpoint } = options;
    this.opener = new StreamOpener({ registry, reader, query: this.query, hotStreamsMax, epochOf: (shard) => grant.epochOf(shard) });
    this.tools = { clock, eventIds, registry };
    this.answers = new StoredAnswers(schema);
    this.store = new BatchStore({ schema, connection, clock, databaseClock, failpoint });
  }

  /**
   * Load, decide, append, reply. A command that cannot be settled yet goes back into the queue.
   *
   * @throws WriterUnavailableError nothing is known of the batch.
   */
  async serve(batch: readonly PendingCommand[]): Promise<SettledKeys> {
    const settled: SettledKeys = new Map();
    const workspace = new Workspace();
    await this.opener.openFor(batch, workspace);
    for (const pending of await this.decideAll(batch, workspace)) await this.answerUndecided(pending);
    if (workspace.groups.length === 0) return settled;
    const startedMs = performance.now();
    const verdicts = await this.append(workspace);
    if (!verdicts) return settled;
    const commitMs = performance.now() - startedMs;
    this.opener.learn(workspace, verdicts);
    this.reply(workspace, verdicts, settled);
    this.report(workspace, commitMs);
    this.announce(appendedEvents(workspace, verdicts));
    const due = dueNow(workspace.groups, verdicts, this.tools.clock.nowMs());
    if (due.length > 0) this.parts.onDue(due);
    return settled;
  }

  /** Those that waited for another command with the same key: answered by its outcome, or next in line when it had none. */
  answerFollowers(followers: readonly PendingCommand[], settled: SettledKeys): void {
    const again: PendingCommand[] = [];
    for (const follower of followers) {
      const answer = follower.idempotencyId ? settled.get(follower.idempotencyId) : undefined;
      if (answer) follower.resolve(storedReply(follower, answer));
      else again.push(follower);
    }
    this.queue.putBack(again);
  }

  /** A decision that throws fails its own command and no other. @returns those whose decision threw. */
  private async decideAll(batch: readonly PendingCommand[], workspace: Workspace): Promise<PendingCommand[]> {
    const undecided: PendingCommand[] = [];
    let looksAhead = LOOKS_AHEAD_MAX;
    for (const [index, pending] of batch.entries()) {
      if (workspace.bytes > this.parts.options.batchBytesMax) {
        this.queue.putBack(batch.slice(index));
        break;
      }
      let outcome = tryDecideGroup(pending, workspace, this.tools);
      for (let tries = 1; outcome instanceof StreamNotOpenError && tries < OPENINGS_MAX; tries++) {
        const others = looksAhead-- > 0 ? this.missingOf(batch.slice(index + 1), workspace) : [];
        await this.opener.open([outcome.stream, ...others], workspace);
        outcome = tryDecideGroup(pending, workspace, this.tools);
      }
      if (outcome instanceof Error) {
        reportBug(this.parts.options.logger, pending, outcome);
        undecided.push(pending);
      } else workspace.add(outcome);
    }
    return undecided;
  }

  /** The first stream that each of them lacks: they are opened in one round trip with that of the command before them. */
  private missingOf(commands: readonly PendingCommand[], workspace: Workspace): StreamAddress[] {
    return commands.flatMap((pending) => {
      const outcome = tryDecideGroup(pending, workspace, this.tools);
      return outcome instanceof StreamNotOpenError ? [outcome.stream] : [];
    });
  }

  /** What was settled before today's bug keeps its answer; anything else is answered with the bug. */
  private async answerUndecided(pending: PendingCommand): Promise<void> {
    const stored = await this.answers.find(this.query, pending);
    pending.resolve(stored ? storedReply(pending, stored) : refused(pending.command, 'internal_error'));
  }

  /** The verdicts, or undefined when the batch was settled in another way. */
  private async append(workspace: Workspace): Promise<Verdict[] | undefined> {
    const positions = this.parts.grant.takePositions();
    try {
      const verdicts = await this.store.append(toAppend(workspace, this.parts.consumer, positions));
      return workspace.perGroup(verdicts).map(verdictOf);
    } catch (error) {
      this.parts.grant.returnPositions(positions);
      if (!(error instanceof AppendError)) throw error;
      await this.settleFailedAppend(workspace.groups, error);
      return undefined;
    }
  }

  /**
   * The database refused the batch for something in it: each alone, so that only the culprit fails. A deadline that passed
   * meanwhile: all are decided again, and those that are too late are refused then.
   */
  private async settleFailedAppend(groups: readonly DecidedGroup[], error: AppendError): Promise<void> {
    const batch = groups.map(({ pending }) => pending);
    if (error.kind === 'expired') return this.decideAgain(batch);
    if (error.kind === 'rejected' && batch.length > 1) {
      for (const pending of batch) await this.serve([pending]);
      return;
    }
    this.parts.options.logger.error({ error: String(error.cause), commands: batch.length }, 'append refused');
    const code = error.kind === 'contended' ? 'lock_timeout' : 'internal_error';
    for (const pending of batch) pending.resolve(refused(pending.command, code));
  }

  private reply(workspace: Workspace, verdicts: readonly Verdict[], settled: SettledKeys): void {
    const again: PendingCommand[] = [];
    for (const [index, group] of workspace.groups.entries()) {
      const { pending } = group;
      const verdict = verdicts[index] ?? { kind: 'conflict' };
      if (verdict.kind === 'conflict') {
        this.tryAgain(pending, again);
        continue;
      }
      const reply: Reply = verdict.kind === 'new' ? newReply(group, verdict.position) : storedReply(pending, verdict.answer);
      const forFollowers = answerForFollowers(pending, reply, verdict);
      if (pending.idempotencyId && forFollowers) settled.set(pending.idempotencyId, forFollowers);
      pending.resolve(reply);
    }
    this.queue.putBack(again);
  }

  private decideAgain(batch: readonly PendingCommand[]): void {
    const again: PendingCommand[] = [];
    for (const pending of batch) this.tryAgain(pending, again);
    this.queue.putBack(again);
  }

  private tryAgain(pending: PendingCommand, again: PendingCommand[]): void {
    pending.conflicts++;
    if (pending.conflicts < CONFLICTS_MAX) again.push(pending);
    else pending.resolve(refused(pending.command, 'lock_timeout'));
  }

  private report(workspace: Workspace, commitMs: number): void {
    const { commandCount: commands, eventCount: events } = workspace;
    this.parts.options.observe?.batchCommitted?.({ writer: this.parts.index, commands, events, commitMs, queued: this.queue.length });
    this.parts.options.observe?.databaseClock?.(this.parts.databaseClock.skewMs);
  }

  private announce(events: ReadonlyMap<number, readonly ProjectedEvent[]>): void {
    if (events.size === 0) return;
    const { failpoint } = this.parts.options;
    if (!failpoint) return this.parts.onAppended(events);
    // After the replies have left, so that a test can die between the two.
    setImmediate(() => {
      failpoint('after-reply-before-relay');
      this.parts.onAppended(events);
    });
  }
}

/** What throws here is one of the aggregates, in a function of its state: a fault of the batch like any other in it. */
function toAppend(workspace: Workspace, consumer: string, positions: readonly AppendPosition[]): AppendBatch {
  try {
    return workspace.toAppend(consumer, positions);
  } catch (error) {
    throw new AppendError('rejected', { cause: error });
  }
}
