import type { Command, Reply } from '#contracts';
import type { AggregateDefinition, Snapshot } from '../aggregate';
import { LaneOverloadedError, LaneUnavailableError } from '../errors';
import type { EventStoreOptions } from '../options';
import type { AggregateRegistry } from '../registry';
import type { AppendPosition, StoredAnswer, Verdict } from './append';
import { AppendError, BatchStore } from './batch-store';
import type { LaneConnection } from './connection';
import { decideCommand } from './decide';
import { HotStreams } from './hot-streams';
import type { StreamReader } from './load';
import { idempotencyIdOf, refused, type PendingCommand } from './pending';
import { CommandQueue } from './queue';
import { answerForFollowers, newReply, storedReply } from './settle';
import { Workspace } from './workspace';

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

/**
 * Serves the commands of some partitions, one batch at a time (architecture.md 4.3): take what is queued, load, decide
 * each in order in memory, append all in one commit, reply. There is no timer: while a commit is in flight, the next
 * batch builds itself.
 */
export class Lane {
  private readonly queue: CommandQueue;
  private readonly hot: HotStreams;
  private readonly store: BatchStore;
  /** By command id: the same command delivered twice at once is one piece of work with two listeners. */
  private readonly underWay = new Map<string, Promise<Reply>>();
  private running: Promise<void> | null = null;
  private batch: Promise<void> = Promise.resolve();

  constructor(private readonly parts: LaneParts) {
    this.queue = new CommandQueue(parts.options.queueMax);
    this.hot = new HotStreams(parts.options.hotStreamsMax);
    this.store = new BatchStore(parts.options.schema, parts.connection, parts.options.failpoint);
  }

  get queueLength(): number {
    return this.queue.length;
  }

  /**
   * @throws LaneOverloadedError when the queue is full.
   * @throws LaneUnavailableError when the partition is not ours or the connection is lost; safe to bring again.
   */
  submit(shard: number, aggregate: AggregateDefinition, command: Command): Promise<Reply> {
    const known = this.underWay.get(command.commandId);
    if (known) return known;
    if (this.parts.grant.epochOf(shard) === undefined) {
      return Promise.reject(new LaneUnavailableError(`shard ${shard} is not served by this process`));
    }
    if (this.queue.isFull) return Promise.reject(new LaneOverloadedError(`lane ${this.parts.index} has its queue full`));
    const answer = new Promise<Reply>((resolve, reject) => {
      const { accountId, livemode, idempotency, commandId } = command;
      const idempotencyId = idempotency ? idempotencyIdOf(accountId, livemode, idempotency.key) : null;
      const settle =
        <TValue>(end: (value: TValue) => void) =>
        (value: TValue): void => {
          this.underWay.delete(commandId);
          end(value);
        };
      this.queue.push({ command, shard, aggregate, idempotencyId, conflicts: 0, resolve: settle(resolve), reject: settle(reject) });
    });
    this.underWay.set(command.commandId, answer);
    this.wake();
    return answer;
  }

  /** The connection is gone: whoever waits brings the command again. */
  failAll(reason: string): void {
    for (const pending of this.queue.drain()) pending.reject(new LaneUnavailableError(reason));
  }

  /** Resolves when everything that was queued is settled. */
  async drained(): Promise<void> {
    while (this.running) await this.running;
  }

  /** Resolves when the batch under way is settled. A partition is let go only after that. */
  batchDone(): Promise<void> {
    return this.batch;
  }

  private wake(): void {
    if (this.running) return;
    // A microtask later, so that commands submitted together share the first batch.
    this.running = Promise.resolve().then(() => this.run());
  }

  private async run(): Promise<void> {
    try {
      while (this.queue.length > 0) {
        this.batch = this.runBatch();
        await this.batch;
      }
    } finally {
      this.running = null;
    }
  }

  private async runBatch(): Promise<void> {
    const { batch, followers } = this.queue.take(this.parts.options.batchMax);
    const ours = this.keepOurs(batch);
    try {
      const settled = await this.serve(ours);
      this.answerFollowers(followers, settled);
    } catch (error) {
      const reason = error instanceof Error ? error : new Error(String(error));
      if (!(reason instanceof LaneUnavailableError))
        this.parts.options.logger.error({ error: reason.message, stack: reason.stack }, 'lane batch failed');
      const lost = reason instanceof LaneUnavailableError ? reason : new LaneUnavailableError('the batch failed', { cause: reason });
      for (const pending of [...ours, ...followers]) pending.reject(lost);
    }
  }

  private keepOurs(batch: readonly PendingCommand[]): PendingCommand[] {
    return batch.filter((pending) => {
      if (this.parts.grant.epochOf(pending.shard) !== undefined) return true;
      pending.reject(new LaneUnavailableError(`the partition of shard ${pending.shard} was handed on`));
      return false;
    });
  }

  /** Load, decide, append, reply. Returns what followers with the same key shall be told. */
  private async serve(batch: readonly PendingCommand[]): Promise<Map<string, StoredAnswer>> {
    const settled = new Map<string, StoredAnswer>();
    const workspace = await this.openWorkspace(batch);
    this.decideAll(batch, workspace);
    if (workspace.decided.length === 0) return settled;
    const startedMs = performance.now();
    const verdicts = await this.append(workspace);
    if (!verdicts) return settled;
    const shards = this.reply(workspace, verdicts, settled);
    const events = workspace.decided.reduce((sum, decided) => sum + decided.events.length, 0);
    const commitMs = performance.now() - startedMs;
    const { observe, failpoint } = this.parts.options;
    observe?.batchCommitted?.({ lane: this.parts.index, commands: workspace.decided.length, events, commitMs, queued: this.queue.length });
    if (failpoint) setImmediate(() => failpoint('after-reply-before-relay'));
    if (shards.size > 0) this.parts.onAppended([...shards]);
    return settled;
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

  private decideAll(batch: readonly PendingCommand[], workspace: Workspace): void {
    const { options } = this.parts;
    for (const [index, pending] of batch.entries()) {
      if (workspace.bytes > options.batchBytesMax) return this.queue.putBack(batch.slice(index));
      const { command } = pending;
      try {
        workspace.add(decideCommand(pending, workspace.current(command.streamId), options));
      } catch (error) {
        const { commandId, type, streamId } = command;
        const { message, stack } = error instanceof Error ? error : new Error(String(error));
        options.logger.error({ commandId, type, streamId, error: message, stack }, 'a decision threw: the aggregate has a bug');
        pending.resolve(refused(command, 'internal_error'));
      }
    }
  }

  /** The verdicts, or undefined when the batch was settled in another way. */
  private async append(workspace: Workspace): Promise<Verdict[] | undefined> {
    const positions = this.parts.grant.takePositions();
    try {
      return await this.store.append(workspace.toAppend(this.parts.consumer, positions));
    } catch (error) {
      this.parts.grant.returnPositions(positions);
      if (!(error instanceof AppendError)) throw error;
      await this.settleFailedAppend(workspace, error);
      return undefined;
    }
  }

  /** The database refused the batch for something in it: each alone, so that only the culprit fails. */
  private async settleFailedAppend(workspace: Workspace, error: AppendError): Promise<void> {
    const members = workspace.decided.map(({ pending }) => pending);
    if (error.kind === 'rejected' && members.length > 1) {
      for (const pending of members) await this.serve([pending]);
      return;
    }
    this.parts.options.logger.error({ error: String(error.cause), commands: members.length }, 'the append was refused');
    for (const pending of members)
      pending.resolve(refused(pending.command, error.kind === 'contended' ? 'lock_timeout' : 'internal_error'));
  }

  private reply(workspace: Workspace, verdicts: readonly Verdict[], settled: Map<string, StoredAnswer>): Set<number> {
    const shards = new Set<number>();
    const again: PendingCommand[] = [];
    const dirty = new Set<string>();
    for (const [index, decided] of workspace.decided.entries()) {
      const verdict = verdicts[index];
      if (verdict?.kind !== 'new') dirty.add(decided.pending.command.streamId);
    }
    this.remember(workspace, dirty);
    for (const [index, decided] of workspace.decided.entries()) {
      const { pending } = decided;
      const verdict = verdicts[index] ?? { kind: 'conflict' };
      if (verdict.kind === 'conflict') {
        this.tryAgain(pending, again);
        continue;
      }
      const reply = verdict.kind === 'new' ? newReply(decided, verdict.position) : storedReply(pending, verdict.answer);
      if (verdict.kind === 'new' && decided.events.length > 0) shards.add(pending.shard);
      const forFollowers = answerForFollowers(pending, reply, verdict);
      if (pending.idempotencyId && forFollowers) settled.set(pending.idempotencyId, forFollowers);
      pending.resolve(reply);
    }
    this.queue.putBack(again);
    return shards;
  }

  private remember(workspace: Workspace, dirty: ReadonlySet<string>): void {
    const newest = new Map<string, { snapshot: Snapshot; shard: number }>();
    for (const { after, pending } of workspace.decided) {
      if (after) newest.set(pending.command.streamId, { snapshot: after, shard: pending.shard });
    }
    for (const streamId of dirty) this.hot.forget(streamId);
    for (const [streamId, { snapshot, shard }] of newest) {
      const epoch = this.parts.grant.epochOf(shard);
      if (!dirty.has(streamId) && epoch !== undefined) this.hot.keep(streamId, snapshot, epoch);
    }
  }

  private tryAgain(pending: PendingCommand, again: PendingCommand[]): void {
    pending.conflicts++;
    if (pending.conflicts < CONFLICTS_MAX) again.push(pending);
    else pending.resolve(refused(pending.command, 'lock_timeout'));
  }

  private answerFollowers(followers: readonly PendingCommand[], settled: ReadonlyMap<string, StoredAnswer>): void {
    const again: PendingCommand[] = [];
    for (const follower of followers) {
      const answer = follower.idempotencyId ? settled.get(follower.idempotencyId) : undefined;
      if (answer) follower.resolve(storedReply(follower, answer));
      else again.push(follower);
    }
    this.queue.putBack(again);
  }
}
