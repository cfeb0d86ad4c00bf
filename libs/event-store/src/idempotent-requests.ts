import { shardOfAccount, type Command, type Refusal, type Reply } from '#contracts';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from './in-transaction';
import type { RequestActor } from './reads/request-rows';
import { lockClass, quoteSchema } from './schema/names';
import type { DatabaseClock } from './writer/database-clock';
import { queryOn } from './writer/load';
import { idempotencyIdIn, refusalReply, refused } from './writer/pending';
import { storedReply } from './writer/reply';
import { StoredAnswers } from './writer/stored-answers';

/** The answer of a request that was carried out. */
export interface RequestAnswer {
  /** What the answer shows: also the id under which the Idempotency-Key finds it. */
  streamId: string;
  status: 200 | 202;
  /** JSON. */
  body: string;
}

/** Its answer, or why it is refused. */
export type RequestOutcome = RequestAnswer | { refusal: Refusal };

/** Carries a request out on the connection of its transaction. When it refuses, it has changed nothing. */
export type RequestWork = (client: PoolClient) => Promise<RequestOutcome>;

export interface RequestParts {
  schema: string;
  /** Of the tables that requests change: the transaction is on one of its connections. */
  pool: Pool;
  databaseClock: DatabaseClock;
}

/** Takes the transaction back. */
class CommandExpiredError extends Error {}

/**
 * Commands that change plain tables and no stream. What one changes and its answer are stored in one transaction, so that a
 * repeated command or Idempotency-Key finds the answer, to the byte, and changes nothing again. The answers are rows of
 * `commands` beside those of the aggregates, kept as long; who asked stands in the row, for there is no event to say it.
 */
export class IdempotentRequests {
  private readonly answers: StoredAnswers;

  constructor(private readonly parts: RequestParts) {
    this.answers = new StoredAnswers(parts.schema);
  }

  /** The stored answer of the command, or of the request that used its Idempotency-Key; null when there is none. */
  find(command: Command): Promise<Reply | null> {
    return this.findOn(this.parts.pool, command);
  }

  /**
   * Carries the command out, unless it was, and stores its answer. A refusal is not stored: the key stays free. A dry run is
   * carried out too and taken back.
   *
   * @throws Error of the database: nothing is stored then.
   */
  async execute(command: Command, work: RequestWork): Promise<Reply> {
    try {
      return await inTransaction(this.parts.pool, (client) => this.executeOn(client, command, work));
    } catch (error) {
      if (error instanceof CommandExpiredError) return refused(command, 'command_expired');
      throw error;
    }
  }

  private async executeOn(client: PoolClient, command: Command, work: RequestWork): Promise<Reply> {
    // The same request twice at once: the second waits here, and finds the answer of the first.
    const lockedId = idempotencyIdIn(command) ?? command.commandId;
    await client.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [lockClass(this.parts.schema, 'request'), lockedId]);
    const stored = command.dryRun ? null : await this.findOn(client, command);
    if (stored !== null) return stored;
    if (command.dryRun) await client.query('SAVEPOINT before_request');
    const outcome = await work(client);
    if ('refusal' in outcome) return refusalReply(command, outcome.refusal);
    if (command.dryRun) {
      await client.query('ROLLBACK TO SAVEPOINT before_request');
      return dryRunReply(command, outcome);
    }
    await this.store(client, command, outcome);
    return { commandId: command.commandId, ...outcome, refusal: null, replayed: false, position: null };
  }

  private async findOn(on: Pool | PoolClient, command: Command): Promise<Reply | null> {
    const place = { command, shard: shardOfAccount(command.accountId), idempotencyId: idempotencyIdIn(command) };
    const stored = await this.answers.find(queryOn(on), place);
    return stored === null ? null : storedReply(place, stored);
  }

  /** After its deadline the gateway holds the Idempotency-Key no more: nothing may be stored under it then. */
  private async store(client: PoolClient, command: Command, { streamId, status, body }: RequestAnswer): Promise<void> {
    const { commandId, accountId, livemode, type, idempotency, actor, requestId, deadlineAtMs } = command;
    const who: RequestActor = { ...actor, accountId, livemode, requestId };
    const { rowCount } = await client.query(
      `INSERT INTO ${quoteSchema(this.parts.schema)}.commands
         (shard, command_id, stream_id, operation, idempotency_id, idempotency_key, fingerprint, outcome, http_status, response, actor)
       SELECT $1::smallint, $2::uuid, $3, $4, $5::uuid, $6, $7, 'accepted', $8::smallint, $9, $10::json
       WHERE extract(epoch FROM clock_timestamp()) * 1000 <= $11::float8`,
      [
        ...[shardOfAccount(accountId), commandId, streamId, type, idempotencyIdIn(command), idempotency?.key, idempotency?.fingerprint],
        ...[status, body, JSON.stringify(who), this.parts.databaseClock.toDatabase(deadlineAtMs)],
      ],
    );
    if (rowCount !== 1) throw new CommandExpiredError('the request came to its end after its deadline');
  }
}

/** Nothing is shown of what was taken back: a request stores no event. */
function dryRunReply({ commandId }: Command, { streamId, status }: RequestAnswer): Reply {
  const body = JSON.stringify({ object: 'dry_run', status, resource: null, events: [] });
  return { commandId, streamId, status: 200, body, refusal: null, replayed: false, position: null };
}
