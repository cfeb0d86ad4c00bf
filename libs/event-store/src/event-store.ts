import { partitionOfShard, shardsOfPartition, type Command, type Reply, type StoredEvent } from '#contracts';
import type { Pool } from 'pg';
import type { Snapshot } from './aggregate';
import { DryRun } from './dry-run';
import type { PublicHistory } from './history';
import { LaneUnavailableError } from './errors';
import { routeCommand } from './lane/envelope';
import { queryOn, StreamReader } from './lane/load';
import { refused, type RoutedCommand } from './lane/pending';
import { ServingLane } from './lane/serving-lane';
import { DEFAULTS, type EventStoreOptions } from './options';
import { Ownership } from './ownership';
import { createPool } from './pools';
import type { ProjectedEvent, Projection } from './projection/projection';
import { ProjectionFeed } from './projection/projection-feed';
import { ProjectionRunner } from './projection/projection-runner';
import { StoreReads, type KeyedOutcome } from './reads';
import { AggregateRegistry } from './registry';
import { Relay, type PublishMessages } from './relay/relay';
import { EventRenderer } from './relay/render';
import { lockClass, quoteSchema } from './schema/names';
import { isPartitionBusy } from './schema/partitions';
import { Waker } from './waker';

const PARTITION_UPKEEP_EVERY_MS = 86_400_000;

/** The event store of one service: commands in, events kept, replies out, events published (architecture.md 4). */
export class EventStore {
  readonly ownership: Ownership;
  private readonly registry: AggregateRegistry;
  private readonly reader: StreamReader;
  private readonly reads: StoreReads;
  private readonly dryRun: DryRun;
  private readonly lanes: ServingLane[];
  private readonly readPool: Pool;
  /** Apart from reads, so that a burst of GETs cannot hold up publishing or timers. */
  private readonly relayPool: Pool;
  private relay: Relay | null = null;
  private waker: Waker | null = null;
  private readonly feeds: ProjectionFeed[] = [];
  private upkeep: NodeJS.Timeout | null = null;

  constructor(private readonly options: EventStoreOptions) {
    quoteSchema(options.schema);
    this.registry = new AggregateRegistry(options.aggregates);
    this.reader = new StreamReader(options.schema, this.registry);
    this.readPool = createPool(options, 'reads', options.readConnectionsMax ?? DEFAULTS.readConnectionsMax);
    this.relayPool = createPool(options, 'relay', 2, '-c synchronous_commit=off');
    const { registry, reader } = this;
    this.reads = new StoreReads({ ...options, registry, reader, query: queryOn(this.readPool) });
    this.dryRun = new DryRun({ options, registry, reader, query: queryOn(this.readPool) });
    this.lanes = this.createLanes(options.laneCount ?? DEFAULTS.laneCount);
    this.ownership = new Ownership({
      lanes: this.lanes,
      logger: options.logger,
      countInstances: () => this.countInstances(),
      onHeld: (count) => options.observe?.partitionsHeld?.(count),
    });
    this.ownership.onLost((partitions) => this.relay?.forget(partitions.flatMap(shardsOfPartition)));
  }

  /** Connect. @throws Error of the database when it cannot be reached. */
  async start(): Promise<void> {
    await this.keepPartitions().catch((error: unknown) => this.tolerateBusyPartitions(error));
    await Promise.all(this.lanes.map((lane) => lane.start()));
    this.upkeep = setInterval(() => {
      this.keepPartitions().catch((error: unknown) =>
        this.options.logger.error({ error: String(error) }, 'command partitions could not be kept'),
      );
    }, PARTITION_UPKEEP_EVERY_MS);
    this.upkeep.unref();
    this.waker = new Waker({
      options: this.options,
      registry: this.registry,
      query: queryOn(this.relayPool),
      submit: (command) => this.submit(command),
      ownedShards: () => this.ownedShards(),
    });
  }

  /** Settle what is queued, finish the batch being published, write positions, give every partition back. */
  async stop(): Promise<void> {
    if (this.upkeep) clearInterval(this.upkeep);
    this.ownership.stop();
    await this.waker?.stop();
    await this.relay?.stop();
    await Promise.all(this.feeds.map((feed) => feed.stop()));
    await Promise.all(this.lanes.map((lane) => lane.stop()));
    await Promise.all([this.readPool.end(), this.relayPool.end()]);
  }

  /**
   * Decide and store a command; the same command any number of times gives the same answer once stored. A dry run is
   * decided on what is committed, and nothing is stored.
   *
   * @throws LaneOverloadedError the queue is full; nothing happened.
   * @throws LaneUnavailableError not ours or not reachable now; bring it again.
   */
  submit(command: Command): Promise<Reply> {
    const routing = routeCommand(command, this.registry);
    if (routing.ok && command.dryRun) return this.answerDryRun({ ...routing, command, idempotencyId: null });
    if (routing.ok) return this.laneOf(routing.shard).submit(routing.shard, routing.aggregate, command);
    const { commandId, type } = command;
    if (routing.code === 'internal_error')
      this.options.logger.error({ commandId, type, reason: routing.reason }, 'a command cannot be routed');
    return Promise.resolve(refused(command, routing.code));
  }

  /** Embedded mode: own every partition. @throws PartitionsTakenError when another process holds some for longer than `timeoutMs` (15 s). */
  takeAll(timeoutMs?: number): Promise<void> {
    return this.ownership.takeAll(timeoutMs);
  }

  /**
   * Publish the events of owned shards from now on, and those that earlier processes left unpublished.
   *
   * @param needsText false when whoever takes them reads what it needs itself: an event becomes text then when somebody
   *   asks for it, and not before.
   */
  startRelay(publish: PublishMessages, needsText = true): void {
    if (this.relay) throw new Error('the relay runs already');
    const { options, registry, reader } = this;
    const renderer = new EventRenderer(registry, reader, options.publish, options.hotStreamsMax ?? DEFAULTS.hotStreamsMax);
    const query = queryOn(this.relayPool);
    this.relay = new Relay({ options, renderer, publish, needsText, query, ownedShards: () => this.ownedShards() });
  }

  /** Keep a view up to date from now on, for the shards this process owns. Makes its table when it is not there yet. */
  async startProjection(projection: Projection): Promise<void> {
    const { aggregates, schema, logger } = this.options;
    const runner = new ProjectionRunner({ pool: this.relayPool, schema, aggregates, projection });
    await runner.prepare();
    this.feeds.push(new ProjectionFeed({ runner, logger, ownedShards: () => this.ownedShards() }));
  }

  /** See `StoreReads.findStream`. */
  findStream(streamId: string, accountId: string, livemode: boolean): Promise<Snapshot | null> {
    return this.reads.findStream(streamId, accountId, livemode);
  }

  existsInOtherMode(streamId: string, accountId: string, livemode: boolean): Promise<boolean> {
    return this.reads.existsInOtherMode(streamId, accountId, livemode);
  }

  findByIdempotencyKey(accountId: string, livemode: boolean, key: string): Promise<KeyedOutcome | null> {
    return this.reads.findByIdempotencyKey(accountId, livemode, key);
  }

  readHistory(...question: Parameters<StoreReads['readHistory']>): Promise<StoredEvent[]> {
    return this.reads.readHistory(...question);
  }

  /** See `StoreReads.findStreamAsOf`. */
  findStreamAsOf(...question: Parameters<StoreReads['findStreamAsOf']>): Promise<Snapshot | null> {
    return this.reads.findStreamAsOf(...question);
  }

  /** See `StoreReads.readPublicHistory`. */
  readPublicHistory(...question: Parameters<StoreReads['readPublicHistory']>): Promise<PublicHistory | null> {
    return this.reads.readPublicHistory(...question);
  }

  /** Commands waiting in all lanes, for metrics and readiness. */
  get queueLength(): number {
    return this.lanes.reduce((sum, lane) => sum + lane.queueLength, 0);
  }

  /** Whether every lane has its connection. */
  get isConnected(): boolean {
    return this.lanes.every((lane) => lane.isConnected);
  }

  private async answerDryRun(routed: RoutedCommand): Promise<Reply> {
    try {
      return await this.dryRun.answer(routed);
    } catch (error) {
      throw new LaneUnavailableError('the database could not be asked', { cause: error });
    }
  }

  /** Shards that are ours from now on: whoever had them before may have left events unpublished. */
  private welcome(shards: readonly number[]): void {
    this.relay?.forget(shards);
    this.wakeReaders(shards);
  }

  private announce(events: ReadonlyMap<number, readonly ProjectedEvent[]>): void {
    for (const [shard, appended] of events) this.relay?.offer(shard, appended);
    this.wakeReaders([...events.keys()]);
  }

  private wakeReaders(shards: readonly number[]): void {
    this.relay?.wake(shards);
    for (const feed of this.feeds) feed.wake(shards);
  }

  private ownedShards(): number[] {
    return this.ownership.held().flatMap(shardsOfPartition);
  }

  private laneOf(shard: number): ServingLane {
    const lane = this.lanes[partitionOfShard(shard) % this.lanes.length];
    if (!lane) throw new Error('an event store needs at least one lane');
    return lane;
  }

  private createLanes(count: number): ServingLane[] {
    const instance = Buffer.from(this.options.random.bytes(4)).readInt32BE();
    return Array.from({ length: count }, (_, index) => {
      return new ServingLane({
        index,
        instance,
        registry: this.registry,
        reader: this.reader,
        options: this.options,
        onAppended: (events) => this.announce(events),
        onPartitionTaken: (partition) => this.welcome(shardsOfPartition(partition)),
        onPartitionsLost: (partitions) => this.ownership.partitionsLost(partitions),
      });
    });
  }

  private async countInstances(): Promise<number> {
    const result = await this.readPool.query<{ count: number }>(
      `SELECT count(DISTINCT objid)::int AS count FROM pg_locks
       WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid = $1::bigint::oid
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [lockClass(this.options.schema, 'instance') >>> 0],
    );
    return Math.max(1, result.rows[0]?.count ?? 1);
  }

  /** Somebody else is at the table, or made the partition first: what finds none rests in the default one until the next upkeep. */
  private tolerateBusyPartitions(error: unknown): void {
    if (!isPartitionBusy(error)) throw error;
    this.options.logger.warn({ error: String(error) }, 'command partitions are kept by somebody else now');
  }

  private async keepPartitions(): Promise<void> {
    await this.readPool.query(`SELECT ${quoteSchema(this.options.schema)}.maintain_command_partitions()`);
  }
}
