import { partitionOfShard, type Reply } from '#contracts';
import type { AppendNotices } from '../append-notices';
import { DEFAULTS, type EventStoreOptions } from '../options';
import type { RoutedCommand } from './pending';
import { PendingPositions, type SettledPosition } from './positions';
import type { LogEpochs } from '../epochs/log-epochs';
import type { AggregateRegistry } from '../registry';
import { lockClass, quoteSchema } from '../schema/names';
import { WriterConnection } from './connection';
import type { DatabaseClock } from './database-clock';
import type { WriterParts } from './batch-runner';
import type { EventIds } from './event-ids';
import { ShardWriter } from './shard-writer';
import type { StreamReader } from './load';

export interface ServingWriterParts {
  index: number;
  /** Identifies this process among the instances of the service. */
  instance: number;
  eventIds: EventIds;
  registry: AggregateRegistry;
  reader: StreamReader;
  options: EventStoreOptions;
  epochs: LogEpochs;
  databaseClock: DatabaseClock;
  /** Null where no other process appends. */
  notices: AppendNotices | null;
  onAppended: WriterParts['onAppended'];
  onDue: WriterParts['onDue'];
  onPartitionTaken: (partition: number) => void;
  onPartitionsLost: (partitions: readonly number[]) => void;
  /** Another process may have appended to this shard, or to any when none is named. */
  onAppendedElsewhere: (shard?: number) => void;
}

/** The first writer of a store asks for the clock of the database each second. The others keep their sessions without a question, unless it has none. */
const CLOCK_AGE_MS = 1_500;
/** The name under which the read positions of command partitions are kept. */
const COMMAND_CONSUMER = 'commands';

/**
 * A writer with its connection and the partitions locked on it. A partition is a session lock on the very connection that
 * appends: a process that lost the lock has no connection to append through.
 */
export class ServingWriter {
  readonly positions = new PendingPositions((partition) => this.locked.get(partition));
  private readonly connection: WriterConnection;
  private readonly writer: ShardWriter;
  /** Partition → epoch in which it was taken. */
  private readonly held = new Map<number, number>();
  /** The same, and with it those that take no command any more and are about to be unlocked. */
  private readonly locked = new Map<number, number>();
  private epoch = 0;
  /** Counts lost connections: a lock granted to an earlier one is worth nothing. */
  private session = 0;

  constructor(private readonly parts: ServingWriterParts) {
    const { options, index } = parts;
    this.connection = new WriterConnection({
      databaseUrl: options.databaseUrl,
      name: `hundi ${options.schema} writer ${index}`,
      logger: options.logger,
      onUp: () => this.greet(),
      onDown: (reason) => this.forgetAll(reason),
      onIdle: () => this.say(),
      onNotice: (notice) => this.noticed(notice),
    });
    this.writer = new ShardWriter({
      index,
      connection: this.connection,
      databaseClock: parts.databaseClock,
      eventIds: parts.eventIds,
      registry: parts.registry,
      reader: parts.reader,
      consumer: COMMAND_CONSUMER,
      options: { ...DEFAULTS, ...options },
      onAppended: parts.onAppended,
      onDue: parts.onDue,
      grant: {
        epochOf: (shard) => this.held.get(partitionOfShard(shard)),
        takePositions: () => this.positions.take(),
        returnPositions: (positions) => this.positions.giveBack(positions),
      },
    });
  }

  get isConnected(): boolean {
    return this.connection.isUp;
  }

  heldPartitions(): number[] {
    return [...this.held.keys()];
  }

  start(): Promise<void> {
    return this.connection.start();
  }

  /** Settle what is queued, write positions, give every lock back. */
  async stop(): Promise<void> {
    await this.writer.drained();
    await this.flushPositions(this.positions.take()).catch(() => false);
    this.held.clear();
    await this.connection.stop();
    this.writer.failAll('the store has stopped');
  }

  submit(routed: RoutedCommand): Promise<Reply> {
    return this.writer.submit(routed);
  }

  /** True when the partition is ours now. */
  async lock(partition: number): Promise<boolean> {
    if (this.held.has(partition)) return true;
    const session = this.session;
    const rows = await this.connection.execute<{ locked: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS locked', [
      lockClass(this.parts.options.schema, 'partition'),
      partition,
    ]);
    if (!rows[0]?.locked || session !== this.session) return false;
    this.held.set(partition, ++this.epoch);
    this.locked.set(partition, this.epoch);
    this.parts.onPartitionTaken(partition);
    return true;
  }

  /** New commands of the partition are turned away at once; the lock goes back after the batch under way. */
  async unlock(partition: number): Promise<void> {
    if (!this.held.delete(partition)) return;
    await this.writer.batchDone();
    await this.flushLast(partition);
    this.locked.delete(partition);
    await this.connection.execute('SELECT pg_advisory_unlock($1, $2)', [lockClass(this.parts.options.schema, 'partition'), partition]);
  }

  /** The stored read position of a partition in a source. */
  async readPosition(source: string, partition: number): Promise<bigint | null> {
    const rows = await this.connection.execute<{ position: string }>(
      `SELECT position FROM ${quoteSchema(this.parts.options.schema)}.consumer_positions WHERE consumer = $1 AND source = $2 AND partition = $3`,
      [COMMAND_CONSUMER, source, partition],
    );
    return rows[0] ? BigInt(rows[0].position) : null;
  }

  private async greet(): Promise<void> {
    await this.askClock();
    await this.announce();
  }

  /** What a silent session is kept with. @returns whether something was said. */
  private async say(): Promise<boolean> {
    if (await this.flushPositions(this.positions.take())) return true;
    if (this.parts.index > 0 && this.parts.databaseClock.ageMs < CLOCK_AGE_MS) return false;
    await this.askClock();
    return true;
  }

  private async askClock(): Promise<void> {
    const askedAtMs = this.parts.options.clock.monotonicMs();
    const [row] = await this.connection.execute<{ now_ms: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::double precision AS now_ms',
    );
    if (row) this.parts.databaseClock.received(row.now_ms, askedAtMs);
  }

  private async announce(): Promise<void> {
    await this.parts.epochs.enter((statement, values) => this.connection.query(statement, values));
    if (this.parts.index !== 0) return;
    const { notices, options } = this.parts;
    if (notices) {
      await this.connection.execute(notices.listen);
      // What came between two sessions was not noticed, also for the shards of other writers.
      this.parts.onAppendedElsewhere();
    }
    await this.connection.execute('SELECT pg_advisory_lock_shared($1, $2)', [lockClass(options.schema, 'instance'), this.parts.instance]);
  }

  private noticed(notice: string): void {
    const shard = this.parts.notices?.shardOf(notice) ?? null;
    if (shard !== null) this.parts.onAppendedElsewhere(shard);
  }

  private forgetAll(reason: string): void {
    const partitions = [...this.held.keys()];
    this.held.clear();
    this.locked.clear();
    this.positions.clear();
    this.session++;
    this.writer.failAll(reason);
    this.parts.options.observe?.writerLost?.(this.parts.index);
    if (partitions.length > 0) this.parts.onPartitionsLost(partitions);
  }

  /**
   * A position that cannot be written costs the next owner some commands read again, which meet their stored answers. A
   * lock that is kept for it would leave the partition without an owner; a position written later would overtake that owner's.
   */
  private async flushLast(partition: number): Promise<void> {
    try {
      await this.flushPositions(this.positions.takePartition(partition));
    } catch (error) {
      this.positions.takePartition(partition);
      this.parts.options.logger.warn({ partition, error: String(error) }, 'partition released without its last position');
    }
  }

  private async flushPositions(positions: readonly SettledPosition[]): Promise<boolean> {
    if (positions.length === 0) return false;
    try {
      await this.connection.execute(
        `INSERT INTO ${quoteSchema(this.parts.options.schema)}.consumer_positions (consumer, source, partition, position)
         SELECT $1, k.source, k.partition, k.position FROM unnest($2::text[], $3::smallint[], $4::bigint[]) AS k (source, partition, position)
         ON CONFLICT (consumer, source, partition) DO UPDATE SET position = excluded.position, updated_at = now()`,
        [
          COMMAND_CONSUMER,
          positions.map(({ source }) => source),
          positions.map(({ partition }) => partition),
          positions.map(({ position }) => position.toString()),
        ],
      );
    } catch (error) {
      this.positions.giveBack(positions);
      throw error;
    }
    return true;
  }
}
