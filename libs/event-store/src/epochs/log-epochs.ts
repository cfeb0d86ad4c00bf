import type { EventEpoch } from '#contracts';
import type { Statement } from '../writer/connection';
import type { Query } from '../writer/load';
import type { StoreLogger } from '../options';
import { quoteSchema } from '../schema/names';

interface Epoch {
  id: bigint;
  /** Position of the last event of each shard before it. */
  starts: readonly bigint[];
}

interface EpochRow {
  epoch: string;
  starts: string[];
}

/**
 * The epochs of one log, as far as this process knows them. Postgres tells by its system identifier and timeline whether it goes
 * on with the log that it had: a restore or a fail-over begins a new epoch, and positions that only the lost end of the log
 * had are given again. Readers that are ahead see by the epoch that such an event is another one.
 */
export class LogEpochs {
  private readonly statement: Statement;
  private epochs: readonly Epoch[] = [];

  constructor(private readonly parts: { schema: string; logger: StoreLogger }) {
    this.statement = { name: 'hundi_enter_log_epoch', text: `SELECT epoch, starts FROM ${quoteSchema(parts.schema)}.enter_log_epoch($1)` };
  }

  /** The newest; 0 before any is known. */
  get current(): bigint {
    return this.epochs.at(-1)?.id ?? 0n;
  }

  /**
   * Reads the epochs, and begins a new one when this Postgres is another one or was promoted. The first statement of every
   * session that appends: nothing is stored in an epoch that is not known.
   *
   * @param isRestored an operator says so: some restores leave no trace, such as a copy of the data folder.
   */
  async enter(query: Query, isRestored = false): Promise<void> {
    const rows = await query<EpochRow>(this.statement, [isRestored]);
    const before = this.current;
    this.epochs = rows.map(({ epoch, starts }) => ({ id: BigInt(epoch), starts: starts.map(BigInt) }));
    if (before === 0n || before === this.current) return;
    const { logger, schema } = this.parts;
    logger.warn(
      { schema, epoch: String(this.current), before: String(before) },
      'the log begins a new epoch: Postgres was restored or promoted',
    );
  }

  /** Where an event stands among the epochs. Undefined while none is known. @param prev position of the public event before it. */
  of(shard: number, position: bigint, prev: bigint): EventEpoch | undefined {
    const epoch = this.find(shard, position);
    if (epoch === undefined) return undefined;
    const ofPrev = prev === 0n ? 0n : (this.find(shard, prev)?.id ?? 0n);
    return { id: epoch.id, start: epoch.starts[shard] ?? 0n, ofPrev };
  }

  private find(shard: number, position: bigint): Epoch | undefined {
    return this.epochs.findLast(({ starts }) => (starts[shard] ?? 0n) < position);
  }
}
