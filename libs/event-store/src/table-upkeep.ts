import { WakeableLoop } from '#loops';
import type { Query } from './writer/load';
import type { StoreLogger } from './options';
import { quoteSchema } from './schema/names';
import { isPartitionBusy } from './schema/partitions';

const EVERY_MS = 86_400_000;
/** How soon a table that grows has statistics, and for ten minutes: what grows later autovacuum has seen before. */
const ANALYZE_EVERY_MS = 5_000;
const ANALYZE_TIMES = 120;
const FORGET_EVERY_MS = 60_000;
/** Deleted in one statement: a few milliseconds. */
const FORGET_AT_ONCE = 1_000;
/**
 * How long a refusal is kept, in minutes. It is there for the command brought again, which after its deadline of 30 seconds is
 * refused whatever is stored. The rest is for clocks that disagree.
 */
const REFUSALS_KEPT_MINUTES = 10;

/**
 * Keeps the tables of a store: the ten-day partitions of stored answers, of which those to come are made in time and those that are
 * too old are dropped; refusals, which changed nothing and go after minutes; statistics of new tables.
 */
export class TableUpkeep {
  private readonly partitions: WakeableLoop;
  private readonly refusals: WakeableLoop;
  private readonly statistics: WakeableLoop;
  private analyzed = 0;

  constructor(private readonly parts: { schema: string; query: Query; logger: StoreLogger }) {
    const create = (everyMs: number, explanation: string, run: () => Promise<void>): WakeableLoop =>
      new WakeableLoop({ run, everyMs, onError: (error) => parts.logger.error({ error: String(error) }, explanation), unref: true });
    this.partitions = create(EVERY_MS, 'command partitions could not be kept', () => this.keep());
    this.refusals = create(FORGET_EVERY_MS, 'refused commands could not be deleted, retrying in a minute', () => this.forgetRefusals());
    this.statistics = new WakeableLoop({
      run: () => this.analyzeNewTables(),
      onError: (error) => parts.logger.warn({ error: String(error) }, 'new tables could not be analyzed, left to autovacuum'),
      unref: true,
    });
  }

  /** Once now, and daily. A lock of another process on the table is no failure: what finds no partition rests in the default one. */
  async start(): Promise<void> {
    await this.keep().catch((error: unknown) => {
      if (!isPartitionBusy(error)) throw error;
      this.parts.logger.warn({ error: String(error) }, 'command partitions maintained by another process');
    });
    this.partitions.start();
    this.refusals.start();
    this.statistics.wakeWithin(ANALYZE_EVERY_MS);
  }

  /** Resolves when the statement under way has ended. */
  async stop(): Promise<void> {
    await Promise.all([this.partitions.stop(), this.refusals.stop(), this.statistics.stop()]);
  }

  /** Delete the refusals that no command brought again can ask for any more. */
  async forgetRefusals(): Promise<void> {
    while ((await this.forgetSome()) === FORGET_AT_ONCE && !this.refusals.isStopped);
  }

  /** Another process that analyzes the same table is waited for, for two seconds. */
  async analyzeNewTables(): Promise<void> {
    await this.parts.query({ name: 'hundi_analyze_new_tables', text: `SELECT ${quoteSchema(this.parts.schema)}.analyze_new_tables()` }, []);
    if (++this.analyzed < ANALYZE_TIMES) this.statistics.wakeWithin(ANALYZE_EVERY_MS);
  }

  private async forgetSome(): Promise<number> {
    const commands = `${quoteSchema(this.parts.schema)}.commands`;
    const rows = await this.parts.query(
      {
        name: 'hundi_forget_refusals',
        text: `DELETE FROM ${commands} c USING (
            SELECT shard, command_id, created_at FROM ${commands}
            WHERE outcome = 'refused' AND created_at < now() - interval '${REFUSALS_KEPT_MINUTES} minutes' ORDER BY created_at LIMIT ${FORGET_AT_ONCE}
          ) old WHERE c.shard = old.shard AND c.command_id = old.command_id AND c.created_at = old.created_at AND c.outcome = 'refused'
          RETURNING 1`,
      },
      [],
    );
    return rows.length;
  }

  private async keep(): Promise<void> {
    const { query, schema } = this.parts;
    await query({ name: 'hundi_keep_partitions', text: `SELECT ${quoteSchema(schema)}.maintain_command_partitions()` }, []);
  }
}
