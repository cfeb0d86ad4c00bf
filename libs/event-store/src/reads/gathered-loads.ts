import { shardOfAccount } from '#contracts';
import { WakeableLoop } from '#loops';
import { SEPARATOR } from '../schema/canonical';
import { quoteSchema } from '../schema/names';
import type { Statement } from '../writer/connection';
import { STREAM_COLUMNS, type StreamRow } from '../writer/load';
import type { QueryAccounts, AccountStatement } from './account-query';

/** Streams of one message. */
const MESSAGE_STREAMS_MAX = 32;
/** How long a load waits for its message, in milliseconds: as long as what is asked of a pool waits for a connection. */
const WAIT_MS = 5_000;

export interface GatheredLoadsParts {
  schema: string;
  query: QueryAccounts;
  /** Messages under way at once: as many as there are connections. What is asked for meanwhile is gathered. */
  messagesMax: number;
}

interface Load {
  accountId: string;
  streamId: string;
  /** By the monotonic clock. */
  givenUpAtMs: number;
  resolve(row: StreamRow | undefined): void;
  reject(error: unknown): void;
}

/**
 * Reads of single streams. Those that are asked for in one turn of the event loop go to the database in one message, whichever request
 * they are for: what a message costs, here and there, is paid once. One that is alone is not held back (docs/decisions/0042-reads-share-messages.md).
 */
export class GatheredLoads {
  private readonly one: Statement;
  private readonly several: Statement;
  private waiting: Load[] = [];
  private isDue = false;
  private underWay = 0;
  /** Runs only while loads wait behind messages: when Postgres is silent, those last for seconds and readers go on asking. */
  private readonly expiring = new WakeableLoop({ run: async () => this.expire(), unref: true });

  constructor(private readonly parts: GatheredLoadsParts) {
    const { schema } = parts;
    const from = `SELECT ${STREAM_COLUMNS} FROM ${quoteSchema(schema)}.streams s WHERE s.shard = $1 AND s.stream_id =`;
    this.one = { name: 'hundi_load_stream', text: `${from} $2` };
    this.several = { name: 'hundi_load_streams_of_account', text: `${from} ANY (string_to_array($2, E'\\x1f'))` };
  }

  /**
   * The row of a stream; undefined when the account has no such stream.
   *
   * @throws Error of the database; also when no message could be sent for five seconds.
   */
  load(accountId: string, streamId: string): Promise<StreamRow | undefined> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ accountId, streamId, givenUpAtMs: performance.now() + WAIT_MS, resolve, reject });
      this.sendSoon();
    });
  }

  /** After what else this turn of the event loop brings. */
  private sendSoon(): void {
    if (this.isDue || this.waiting.length === 0) return;
    if (this.underWay >= this.parts.messagesMax) return this.expiring.wakeWithin(WAIT_MS);
    this.isDue = true;
    setImmediate(() => {
      this.isDue = false;
      this.underWay++;
      void this.send(this.waiting.splice(0, MESSAGE_STREAMS_MAX));
      this.sendSoon();
    });
  }

  private async send(loads: readonly Load[]): Promise<void> {
    const byAccount = [...Map.groupBy(loads, ({ accountId }) => accountId)];
    try {
      const answers = await this.parts.query<StreamRow>(byAccount.map((ofAccount) => this.statementFor(...ofAccount)));
      for (const [index, [, ofAccount]] of byAccount.entries()) answer(ofAccount, answers[index] ?? []);
    } catch (error) {
      for (const { reject } of loads) reject(error);
    } finally {
      this.underWay--;
      this.sendSoon();
    }
  }

  private expire(): void {
    const nowMs = performance.now();
    const kept = this.waiting.findIndex(({ givenUpAtMs }) => givenUpAtMs > nowMs);
    const late = this.waiting.splice(0, kept === -1 ? this.waiting.length : kept);
    for (const { reject } of late) reject(new Error('timeout exceeded when trying to connect: other reads are not answered'));
    const [next] = this.waiting;
    if (next !== undefined) this.expiring.wakeWithin(next.givenUpAtMs - nowMs);
  }

  private statementFor(accountId: string, loads: readonly Load[]): AccountStatement {
    const ids = new Set(loads.map(({ streamId }) => streamId));
    const statement = ids.size === 1 ? this.one : this.several;
    return { accountId, statement, values: [shardOfAccount(accountId), [...ids].join(SEPARATOR)] };
  }
}

function answer(loads: readonly Load[], rows: readonly StreamRow[]): void {
  for (const { streamId, resolve } of loads) resolve(rows.find((row) => row.stream_id === streamId));
}
