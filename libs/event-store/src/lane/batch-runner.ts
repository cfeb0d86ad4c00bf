import type { Reply } from '#contracts';
import type { Snapshot } from '../aggregate';
import type { EventStoreOptions } from '../options';
import type { AggregateRegistry } from '../registry';
import type { AppendPosition, StoredAnswer, Verdict } from './append';
import { AppendError, BatchStore } from './batch-store';
import type { LaneConnection } from './connection';
import { decideCommand, type Decided } from './decide';
import { HotStreams } from './hot-streams';
import type { StreamReader } from './load';
import { refused, type PendingCommand } from './pending';
import type { CommandQueue } from './queue';
import { answerForFollowers, newReply, storedReply } from './settle';
import { StoredAnswers } from './stored-answers';
import { Workspace } from './workspace';

/** How often a command is decided again because somebody else wrote to its stream. */
const CONFLICTS_MAX = 5;

/** What a lane may do now, and the positions that ride along with its next append. */
export interface LaneGrant {
  /** The epoch in which the partition of this shard is held by this lane's connection; undefined when it is not. */
  epochOf(shard: number): number | undefined;
  takePositions(): AppendPosition[];
  returnPositions(positions: readonly AppendPosition[]): void;
}

export interface LaneParts {
  index: number;
  connection: LaneConnection;
  registry: AggregateRegistry;
  reader: StreamReader;
  grant: LaneGrant;
  options: EventStoreOptions & { batchMax: number; batchBytesMax: number; queueMax: number; hotStreamsMax: number };
  /** The name under which positions are kept. */
  consumer: string;
  /** Called after the replies, with the shards that have new events. */
  onAppended: (shards: readonly number[]) => void;
}

/** By idempotency id: what a later command with the same key is answered. */
export type SettledKeys = Map<string, StoredAnswer>;

/** Takes one batch from "queued" to "answered". */
export class BatchRunner {
  private readonly hot: HotStreams;
  private readonly store: BatchStore;
  private readonly answers: StoredAnswers;

  constructor(
    private readonly parts: LaneParts,
    private readonly queue: CommandQueue,
  ) {
    this.hot = new HotStreams(parts.options.hotStreamsMax);
    this.answers = new StoredAnswers(parts.options.schema);
    this.store = new BatchStore(parts.options.schema, parts.connection, parts.options.failpoint);
  }

  /**
   * Load, decide, append, reply. A command that cannot be settled yet goes back into the queue.
   *
   * @throws LaneUnavailableError nothing is known of the batch.
   */
  async serve(batch: readonly PendingCommand[]): Promise<SettledKeys> {
    const settled: SettledKeys = new Map();
    const workspace = await this.openWorkspace(batch);
    for (const pending of this.decideAll(batch, workspace)) await this.answerUndecided(pending);
    if (workspace.decided.length === 0) return settled;
    const startedMs = performance.now();
    const verdicts = await this.append(workspace);
    if (!verdicts) return settled;
    const commitMs = performance.now() - startedMs;
    this.remember(workspace, verdicts);
    const shards = this.reply(workspace, verdicts, settled);
    this.report(workspace, commitMs);
    if (shards.size > 0) this.announce([...shards]);
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

  private async openWorkspace(batch: readonly PendingCommand[]): Promise<Workspace> {
    const workspace = new Workspace();
    const missing: PendingCommand[] = [];
    for (const pending of batch) {
      const { streamId, type } = pending.command;
      if (workspace.isOpen(streamId)) continue;
      const hot = this.hot.find(streamId, this.parts.grant.epochOf(pending.shard) ?? -1);
      if (hot) workspace.open(pending, hot);
      else if (pending.conflicts === 0 && this.parts.registry.beginsStream(type)) workspace.open(pending, null);
      else missing.push(pending);
    }
    if (missing.length === 0) return workspace;
    const wanted = missing.map(({ shard, command }) => ({ shard, streamId: command.streamId }));
    const stored = await this.parts.reader.load((statement, values) => this.parts.connection.query(statement, values), wanted);
    for (const pending of missing) workspace.open(pending, stored.get(pending.command.streamId) ?? null);
    return workspace;
  }

  /** A decision that throws fails its own command and nobody else's. @returns those whose decision threw. */
  private decideAll(batch: readonly PendingCommand[], workspace: Workspace): PendingCommand[] {
    const { options } = this.parts;
    const undecided: PendingCommand[] = [];
    for (const [index, pending] of batch.entries()) {
      if (workspace.bytes > options.batchBytesMax) {
        this.queue.putBack(batch.slice(index));
        break;
      }
      try {
        workspace.add(decideCommand(pending, workspace.current(pending.command.streamId), options));
      } catch (error) {
        const { commandId, type, streamId } = pending.command;
        const { message, stack } = error instanceof Error ? error : new Error(String(error));
        options.logger.error({ commandId, type, streamId, error: message, stack }, 'a decision threw: the aggregate has a bug');
        undecided.push(pending);
      }
    }
    return undecided;
  }

  /** What was settled before today's bug keeps its answer; anything else is answered with the bug. */
  private async answerUndecided(pending: PendingCommand): Promise<void> {
    const stored = await this.answers.find((statement, values) => this.parts.connection.query(statement, values), pending);
    pending.resolve(stored ? storedReply(pending, stored) : refused(pending.command, 'internal_error'));
  }

  /** The verdicts, or undefined when the batch was settled in another way. */
  private async append(workspace: Workspace): Promise<Verdict[] | undefined> {
    const positions = this.parts.grant.takePositions();
    try {
      return await this.store.append(workspace.toAppend(this.parts.consumer, positions));
    } catch (error) {
      this.parts.grant.returnPositions(positions);
      if (!(error instanceof AppendError)) throw error;
      await this.settleFailedAppend(workspace.decided, error);
      return undefined;
    }
  }

  /** The database refused the batch for something in it: each alone, so that only the culprit fails. */
  private async settleFailedAppend(decided: readonly Decided[], error: AppendError): Promise<void> {
    const members = decided.map(({ pending }) => pending);
    if (error.kind === 'rejected' && members.length > 1) {
      for (const pending of members) await this.serve([pending]);
      return;
    }
    this.parts.options.logger.error({ error: String(error.cause), commands: members.length }, 'the append was refused');
    const code = error.kind === 'contended' ? 'lock_timeout' : 'internal_error';
    for (const pending of members) pending.resolve(refused(pending.command, code));
  }

  private reply(workspace: Workspace, verdicts: readonly Verdict[], settled: SettledKeys): Set<number> {
    const shards = new Set<number>();
    const again: PendingCommand[] = [];
    for (const [index, decided] of workspace.decided.entries()) {
      const { pending } = decided;
      const verdict = verdicts[index] ?? { kind: 'conflict' };
      if (verdict.kind === 'conflict') {
        this.tryAgain(pending, again);
        continue;
      }
      const reply: Reply = verdict.kind === 'new' ? newReply(decided, verdict.position) : storedReply(pending, verdict.answer);
      if (verdict.kind === 'new' && decided.events.length > 0) shards.add(pending.shard);
      const forFollowers = answerForFollowers(pending, reply, verdict);
      if (pending.idempotencyId && forFollowers) settled.set(pending.idempotencyId, forFollowers);
      pending.resolve(reply);
    }
    this.queue.putBack(again);
    return shards;
  }

  private tryAgain(pending: PendingCommand, again: PendingCommand[]): void {
    pending.conflicts++;
    if (pending.conflicts < CONFLICTS_MAX) again.push(pending);
    else pending.resolve(refused(pending.command, 'lock_timeout'));
  }

  /** A stream on which anything was not new may be further than we think: forget it, the next command loads it. */
  private remember(workspace: Workspace, verdicts: readonly Verdict[]): void {
    const newest = new Map<string, { snapshot: Snapshot; shard: number }>();
    const dirty = new Set<string>();
    for (const [index, { after, pending }] of workspace.decided.entries()) {
      if (after) newest.set(pending.command.streamId, { snapshot: after, shard: pending.shard });
      if (verdicts[index]?.kind !== 'new') dirty.add(pending.command.streamId);
    }
    for (const streamId of dirty) this.hot.forget(streamId);
    for (const [streamId, { snapshot, shard }] of newest) {
      const epoch = this.parts.grant.epochOf(shard);
      if (!dirty.has(streamId) && epoch !== undefined) this.hot.keep(streamId, snapshot, epoch);
    }
  }

  private report({ decided }: Workspace, commitMs: number): void {
    const events = decided.reduce((sum, one) => sum + one.events.length, 0);
    this.parts.options.observe?.batchCommitted?.({
      lane: this.parts.index,
      commands: decided.length,
      events,
      commitMs,
      queued: this.queue.length,
    });
  }

  private announce(shards: readonly number[]): void {
    const { failpoint } = this.parts.options;
    if (!failpoint) return this.parts.onAppended(shards);
    // After the replies have left, so that a test can die between the two.
    setImmediate(() => {
      failpoint('after-reply-before-relay');
      this.parts.onAppended(shards);
    });
  }
}
