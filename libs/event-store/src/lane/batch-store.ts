import { LaneUnavailableError } from '../errors';
import type { FailpointName } from '../options';
import { appendStatement, appendValues, readVerdicts, type AppendBatch, type AppendRow, type Verdict } from './append';
import type { LaneConnection } from './connection';

const TRANSIENT_TRIES_MAX = 5;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';
const RETRYABLE = new Set([SERIALIZATION_FAILURE, DEADLOCK_DETECTED, LOCK_NOT_AVAILABLE]);

/** How an append failed: the batch itself is bad, somebody is in the way, or the database cannot write now. */
export class AppendError extends Error {
  override readonly name = 'AppendError';
  constructor(
    readonly kind: 'rejected' | 'contended',
    options: ErrorOptions,
  ) {
    super(`append ${kind}`, options);
  }
}

/** Sends batches to the database. */
export class BatchStore {
  private readonly statement;

  constructor(
    schema: string,
    private readonly connection: LaneConnection,
    private readonly failpoint: ((name: FailpointName) => void) | undefined,
  ) {
    this.statement = appendStatement(schema);
  }

  /**
   * One round trip, one transaction; resolves when it is committed.
   *
   * @throws LaneUnavailableError the connection is gone or the database cannot write: nothing is known, bring it again.
   * @throws AppendError the database refused the batch for what is in it, or others were in the way five times.
   */
  async append(batch: AppendBatch): Promise<Verdict[]> {
    const values = appendValues(batch);
    for (let attempt = 1; ; attempt++) {
      try {
        const rows = await this.commit(values);
        return readVerdicts(batch.commands.length, rows[0]);
      } catch (error) {
        if (error instanceof LaneUnavailableError) throw error;
        const code = (error as { code?: string }).code ?? '';
        if (RETRYABLE.has(code) && attempt < TRANSIENT_TRIES_MAX) continue;
        if (RETRYABLE.has(code)) throw new AppendError('contended', { cause: error });
        if (isOutage(code)) throw new LaneUnavailableError(`the database cannot write (${code})`, { cause: error });
        throw new AppendError('rejected', { cause: error });
      }
    }
  }

  private async commit(values: unknown[]): Promise<AppendRow[]> {
    const failpoint = this.failpoint;
    if (!failpoint) return this.connection.query<AppendRow>(this.statement, values);
    await this.connection.execute('BEGIN');
    try {
      const rows = await this.connection.query<AppendRow>(this.statement, values);
      failpoint('before-commit');
      await this.connection.execute('COMMIT');
      failpoint('after-commit-before-reply');
      return rows;
    } catch (error) {
      await this.connection.execute('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }
}

/** Disk full, out of memory, too many connections, cancelled by time-out, read-only after a fail-over, internal. */
function isOutage(code: string): boolean {
  return code.startsWith('53') || code.startsWith('57') || code.startsWith('58') || code.startsWith('XX') || code === '25006';
}
