import { unavailabilityOf, type Clock } from '#contracts';
import { WriterUnavailableError } from '../errors';
import type { FailpointName } from '../options';
import { PAST_DEADLINE } from '../schema/append-function';
import { COMMAND_ID_INDEX } from '../schema/partitions';
import { appendStatement, appendValues, readVerdicts, type AppendBatch, type AppendRow, type Verdict } from './append';
import type { WriterConnection } from './connection';
import type { DatabaseClock } from './database-clock';

const TRANSIENT_TRIES_MAX = 5;
/**
 * A writer that did not take the lock of the shard stored the same command, position or version. The next attempt sees its
 * rows, and finds the duplicate or the conflict.
 */
const UNIQUE_VIOLATION = '23505';
/** Of the positions and versions of events, and of the command ids of each partition. Any other is met again by every attempt. */
const RACED_INDEX = new RegExp(`^(?:events_pkey|events_shard_stream_id_version_key|commands_\\w+${COMMAND_ID_INDEX})$`);

/**
 * What an error of the database says about an append. `raced`: another attempt would find the row that this one collided with.
 * `outage`: the database cannot write now. Nothing of the append is stored, whichever it is.
 */
export type AppendFailure = 'contended' | 'raced' | 'expired' | 'outage' | 'rejected';

/** How an append failed: the batch itself is bad, others are in the way, or a deadline passed while it waited. Nothing is stored. */
export class AppendError extends Error {
  override readonly name = 'AppendError';
  constructor(
    readonly kind: 'rejected' | 'contended' | 'expired',
    options?: ErrorOptions,
  ) {
    super(`append ${kind}`, options);
  }
}

export interface BatchStoreParts {
  schema: string;
  connection: WriterConnection;
  clock: Clock;
  databaseClock: DatabaseClock;
  failpoint: ((name: FailpointName) => void) | undefined;
}

/** Sends batches to the database. */
export class BatchStore {
  private readonly statement;

  constructor(private readonly parts: BatchStoreParts) {
    this.statement = appendStatement(parts.schema);
  }

  /**
   * One round trip, one transaction; resolves when it is committed.
   *
   * @throws WriterUnavailableError the connection is gone or the database cannot write: nothing is known, bring it again.
   * @throws AppendError nothing is stored: the database refused the batch for what is in it, others were in the way five
   *   times, or a deadline passed.
   */
  async append(batch: AppendBatch): Promise<Verdict[]> {
    const { clock, databaseClock } = this.parts;
    const deadlineMs = batch.deadlineAtMs === null ? null : databaseClock.toDatabase(batch.deadlineAtMs);
    const values = appendValues(batch, deadlineMs);
    for (let attempt = 1; ; attempt++) {
      const askedAtMs = clock.monotonicMs();
      try {
        const [row] = await this.commit(values);
        if (row) databaseClock.received(row.now_ms, askedAtMs);
        return readVerdicts(batch.commands.length, row);
      } catch (error) {
        this.classify(error, attempt, askedAtMs);
        if (deadlineMs !== null && databaseClock.nowMs() > deadlineMs) throw new AppendError('expired', { cause: error });
      }
    }
  }

  /** Returns when the same batch may be sent again. */
  private classify(error: unknown, attempt: number, askedAtMs: number): void {
    if (error instanceof WriterUnavailableError) throw error;
    const failure = appendFailureOf(error);
    if (failure === 'expired') this.parts.databaseClock.received(Number((error as { detail?: string }).detail), askedAtMs);
    const isInTheWay = failure === 'contended' || failure === 'raced';
    if (isInTheWay && attempt < TRANSIENT_TRIES_MAX) return;
    if (failure === 'outage') throw new WriterUnavailableError(`the database cannot write (${codeOf(error)})`, { cause: error });
    throw new AppendError(failure === 'raced' ? 'rejected' : failure, { cause: error });
  }

  private async commit(values: unknown[]): Promise<AppendRow[]> {
    const { failpoint, connection } = this.parts;
    if (!failpoint) return connection.query<AppendRow>(this.statement, values);
    await connection.execute('BEGIN');
    try {
      const rows = await connection.query<AppendRow>(this.statement, values);
      failpoint('before-commit');
      await connection.execute('COMMIT');
      failpoint('after-commit-before-reply');
      return rows;
    } catch (error) {
      await connection.execute('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }
}

/** @param error what the statement of the append, or the lock before it, ended with. */
export function appendFailureOf(error: unknown): AppendFailure {
  const code = codeOf(error);
  if (code === PAST_DEADLINE) return 'expired';
  if (code === UNIQUE_VIOLATION && RACED_INDEX.test((error as { constraint?: string }).constraint ?? '')) return 'raced';
  const unavailability = unavailabilityOf(error);
  if (unavailability === undefined) return 'rejected';
  return unavailability === 'contended' ? 'contended' : 'outage';
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? '';
}
