import type { Reply } from '#contracts';
import type { Pool, PoolClient } from 'pg';
import type { AppendNotices } from './append-notices';
import { answerBug, decideCommitted } from './decide-committed';
import { WriterUnavailableError } from './errors';
import { inTransaction } from './in-transaction';
import type { EventStoreOptions } from './options';
import type { ProjectedEvent } from './projection/projection';
import type { AggregateRegistry } from './registry';
import { lockClass } from './schema/names';
import { appendStatement, appendValues, readVerdicts, type AppendRow } from './writer/append';
import { appendedEvents } from './writer/appended';
import { appendFailureOf } from './writer/batch-store';
import type { DatabaseClock } from './writer/database-clock';
import type { DecidedGroup } from './writer/group';
import { queryOn, type Query, type StreamReader } from './writer/load';
import { refusalReply, refused, type RoutedCommand } from './writer/pending';
import { newReply, storedReply, verdictOf } from './writer/reply';
import type { EventIds } from './writer/event-ids';
import { StoredAnswers } from './writer/stored-answers';
import type { Workspace } from './writer/workspace';

/** How often a command is tried that others are in the way of. */
const TRIES_MAX = 3;
/** The parameter of the append that goes with no consumer: no position of a topic rides along. */
const NO_CONSUMER = '';

/** A command as it is about to be committed: its answer, and its events with the streams around them. */
export interface SettledHere {
  reply: Reply;
  events: readonly ProjectedEvent[];
}

/**
 * Writes what belongs into the same commit: rows of plain tables that stand or fall with the events. It runs once the events are
 * written, not for a refusal, and not for a command that was answered before. What it throws takes everything back.
 */
export type Alongside = (client: PoolClient, settled: SettledHere) => Promise<void>;

export interface DecideHereParts {
  options: EventStoreOptions;
  eventIds: EventIds;
  registry: AggregateRegistry;
  reader: StreamReader;
  /** `StorePools.locking`. */
  pool: Pool;
  databaseClock: DatabaseClock;
  /** Null where no other process appends. */
  notices: AppendNotices | null;
  /** Called after the commit, with the new events of the shard. */
  onAppended: (events: ReadonlyMap<number, readonly ProjectedEvent[]>) => void;
  /** The connection was lost, at the commit perhaps: something may have been appended to this shard. */
  onUnknown: (shard: number) => void;
}

/**
 * Decides commands in the process that took them, whoever holds their shard: load, decide and append are one transaction under the
 * lock of the shard. For what is rare, must hold while the bus is away, and must be known to the next reader of the database.
 */
export class DecideHere {
  private readonly answers: StoredAnswers;
  private readonly append;

  constructor(private readonly parts: DecideHereParts) {
    this.answers = new StoredAnswers(parts.options.schema);
    this.append = appendStatement(parts.options.schema);
  }

  /** See `EventStore.decideHere`. */
  async answer(routed: RoutedCommand, alongside?: Alongside): Promise<Reply> {
    for (let tries = 1; ; tries++) {
      try {
        const { reply, appended } = await inTransaction(this.parts.pool, (client) => this.settle(client, routed, alongside));
        if (appended.size > 0) this.parts.onAppended(appended);
        return reply;
      } catch (error) {
        const refusal = this.refusalFor(routed, error, tries === TRIES_MAX);
        if (refusal !== null) return refusal;
      }
    }
  }

  private async settle(client: PoolClient, routed: RoutedCommand, alongside?: Alongside): Promise<Settled> {
    const query = queryOn(client);
    await this.lock(client, routed.shard);
    const stored = await this.answers.find(query, routed);
    if (stored !== null) return { reply: storedReply(routed, stored), appended: NOTHING };
    const { workspace, outcome } = await decideCommitted(routed, { ...this.parts, query });
    if (outcome instanceof Error) return { reply: answerBug(this.parts.options.logger, routed, outcome), appended: NOTHING };
    // Not stored: no command of this way is ever brought again by anybody but its caller.
    if (outcome.answer.refusal !== null) return { reply: refusalReply(routed.command, outcome.answer.refusal), appended: NOTHING };
    return this.store(client, { query, workspace, group: outcome, alongside });
  }

  /** Deadlines are held against the clock of the database, which may not have been asked before. */
  private async lock(client: PoolClient, shard: number): Promise<void> {
    const askedAtMs = this.parts.databaseClock.monotonicMs();
    const { rows } = await client.query<{ now_ms: number }>(
      'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now_ms, pg_advisory_xact_lock($1, $2)',
      [lockClass(this.parts.options.schema, 'append'), shard],
    );
    if (rows[0]) this.parts.databaseClock.received(rows[0].now_ms, askedAtMs);
  }

  private async store(client: PoolClient, { query, workspace, group, alongside }: ToStore): Promise<Settled> {
    workspace.add(group);
    const { databaseClock } = this.parts;
    const batch = workspace.toAppend(NO_CONSUMER, []);
    const askedAtMs = databaseClock.monotonicMs();
    const deadlineMs = batch.deadlineAtMs === null ? null : databaseClock.toDatabase(batch.deadlineAtMs);
    const [row] = await query<AppendRow>(this.append, appendValues(batch, deadlineMs));
    if (row) databaseClock.received(row.now_ms, askedAtMs);
    const verdict = verdictOf(readVerdicts(batch.commands.length, row));
    // Under the lock of the shard nobody else changes what was read.
    if (verdict.kind !== 'new') throw new Error(`the append found a ${verdict.kind} under the lock of the shard`);
    const reply = newReply(group, verdict.position);
    const appended = appendedEvents(workspace, [verdict]);
    if (appended.size > 0) await this.parts.notices?.announce(query, group.pending.shard);
    await alongside?.(client, { reply, events: appended.get(group.pending.shard) ?? [] });
    return { reply, appended };
  }

  /** Null when the command is to be tried again. @throws WriterUnavailableError; Error of what was to be written alongside. */
  private refusalFor({ command, shard }: RoutedCommand, error: unknown, isLast: boolean): Reply | null {
    const failure = appendFailureOf(error);
    if (failure === 'expired') return refused(command, 'command_expired');
    if (failure === 'contended' || failure === 'raced') return isLast ? refused(command, 'lock_timeout') : null;
    if (failure !== 'outage') throw error;
    this.parts.notices?.noteUnanswered(shard);
    this.parts.onUnknown(shard);
    throw new WriterUnavailableError('the database cannot write', { cause: error });
  }
}

interface Settled {
  reply: Reply;
  appended: Map<number, ProjectedEvent[]>;
}

interface ToStore {
  query: Query;
  workspace: Workspace;
  group: DecidedGroup;
  alongside: Alongside | undefined;
}

const NOTHING: Settled['appended'] = new Map();
