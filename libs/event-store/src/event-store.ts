import type { Pool } from 'pg';
import { shardsOfPartition, type Command, type Reply } from '#contracts';
import { AppendNotices } from './append-notices';
import { CommandIntake } from './command-intake';
import { ConsumerMarks } from './consumer/consumer-marks';
import { DecideHere, type Alongside } from './decide-here';
import { DryRun } from './dry-run';
import { countInstances } from './instances';
import { LogEpochs } from './epochs/log-epochs';
import { KeyHolds } from './key-holds';
import { LogReaders } from './log-readers';
import { loadAllModules } from './load-all-modules';
import { DatabaseClock } from './writer/database-clock';
import { queryOn, StreamReader, type Query } from './writer/load';
import { EventIds } from './writer/event-ids';
import { ServingWriter, type ServingWriterParts } from './writer/serving-writer';
import { DEFAULTS, type EventStoreOptions } from './options';
import { Ownership } from './ownership';
import { PartitionShare } from './partition-share';
import { TableUpkeep } from './table-upkeep';
import { accountQueries, accountReads, openPools, type StorePools } from './pools';
import type { ProjectedEvent, Projection } from './projection/projection';
import { Views } from './projection/views';
import { CommandLog } from './reads/command-log';
import { StoreReads, type ListingAccess } from './reads/reads';
import { AggregateRegistry } from './registry';
import type { PublishMessages } from './relay/retrying-publisher';
import { PublishedLog } from './relay/published-log';
import { Relay } from './relay/relay';
import { EventRenderer } from './relay/render';
import { quoteSchema } from './schema/names';
import { ShardLocks } from './shard-lock';
import { ClockStreams } from './tasks/clock-streams';
import type { TaskRunner } from './tasks/task';
import { TaskRunners } from './tasks/task-runners';
import { Waker } from './tasks/waker';

/** The event store of one service: commands in, events kept, replies out, events published (docs/explanation/architecture.md). */
export class EventStore {
  readonly ownership: Ownership;
  /** Runs as the clock of the database does: for times that several processes write and compare there. */
  readonly databaseClock: DatabaseClock;
  /** What #listing needs to read its own tables and the streams beside them. */
  readonly listing: ListingAccess;
  /** Streams, their history and stored answers, of one account at a time. */
  readonly reads: StoreReads;
  /** Idempotency-Keys that are used at other services. */
  readonly keyHolds: KeyHolds;
  readonly shardLocks: ShardLocks;
  /** For consumers that lost published events on the way. */
  readonly published: PublishedLog;
  /** Who asked for what, for the audit log. */
  readonly commandLog: CommandLog;
  /** What is due on a test clock. */
  readonly clockStreams: ClockStreams;
  /** Statements for other services, over all accounts: what an account asks for goes through `reads` and `listing`. */
  readonly acrossAccounts: Query;
  private readonly epochs: LogEpochs;
  private readonly registry: AggregateRegistry;
  private readonly reader: StreamReader;
  private readonly intake: CommandIntake;
  private readonly writers: ServingWriter[];
  private readonly pools: StorePools;
  private waker: Waker | null = null;
  private readonly runners = new TaskRunners();
  private readonly views: Views;
  private readonly readers: LogReaders;
  private readonly upkeep: TableUpkeep;
  private readonly share: PartitionShare;
  private readonly ownedShards = (): readonly number[] => this.ownership.held().flatMap(shardsOfPartition);
  private readonly announce = (events: ReadonlyMap<number, readonly ProjectedEvent[]>): void => {
    this.readers.announce(events);
    this.waker?.foresee(events.values());
  };
  private readonly decidedHere = { onAppended: this.announce, onUnknown: (shard: number): void => this.appendedElsewhere(shard) };

  constructor(readonly options: EventStoreOptions) {
    quoteSchema(options.schema);
    const [registry, eventIds] = [(this.registry = new AggregateRegistry(options.aggregates)), new EventIds(options.random)];
    const reader = (this.reader = new StreamReader(options.schema, registry));
    const { reads, locking, relay, lists, service } = (this.pools = openPools(options));
    this.keyHolds = new KeyHolds(options.schema, { locking, others: service });
    this.shardLocks = new ShardLocks(options.schema, locking);
    this.epochs = new LogEpochs(options);
    const query = (this.acrossAccounts = queryOn(service));
    this.clockStreams = new ClockStreams(options.schema, registry, query);
    const readParts = { ...options, registry, reader, query, epochs: this.epochs, eventIds };
    this.reads = new StoreReads({ ...readParts, ...accountReads(options, reads) });
    this.published = new PublishedLog(readParts);
    this.commandLog = new CommandLog(readParts);
    this.listing = {
      schema: options.schema,
      queryAs: accountQueries(options.schema, lists),
      readSnapshots: (as, statement, values) => this.reader.readSnapshots(as, statement, values),
      waitForView: (awaited) => this.views.waitFor(awaited),
      progressOf: (view) => this.views.progressOf(view),
      lastPosition: (accountId) => this.reads.lastPosition(accountId),
    };
    this.upkeep = new TableUpkeep(readParts);
    const databaseClock = (this.databaseClock = new DatabaseClock(options.clock));
    const instance = Buffer.from(options.random.bytes(4)).readInt32BE();
    const notices = options.othersAppend ? new AppendNotices(options.schema, instance) : null;
    this.writers = this.createWriters({ instance, notices, eventIds });
    const here = new DecideHere({ ...readParts, ...this.decidedHere, options, pool: locking, databaseClock, notices });
    this.intake = new CommandIntake({ options, registry, writers: this.writers, dryRun: new DryRun({ ...readParts, options }), here });
    this.ownership = new Ownership({
      writers: this.writers,
      logger: options.logger,
      countInstances: () => countInstances(query, options.schema),
      onHeld: (count) => this.partitionsChanged(count),
    });
    this.share = new PartitionShare({ ...options, ownership: this.ownership });
    this.views = new Views({ options, registry, reader, pool: relay, readPool: service, ownedShards: this.ownedShards });
    this.readers = new LogReaders(this.views, this.ownedShards);
    this.ownership.onLost((partitions) => this.readers.forget(partitions.flatMap(shardsOfPartition)));
  }

  /** Whether a command of this type may come over the bus (`AggregateDefinition.busCommandTypes`). */
  takesFromBus(commandType: string): boolean {
    return this.registry.takesFromBus(commandType);
  }

  /** Connect. @throws Error of the database when it cannot be reached. */
  async start(): Promise<void> {
    loadAllModules();
    await this.upkeep.start();
    await Promise.all(this.writers.map((writer) => writer.start()));
    const { options, registry, reader } = this;
    this.waker = new Waker({
      ...{ options, registry, reader, query: queryOn(this.pools.relay) },
      submit: (command) => this.submit(command),
      ownedShards: this.ownedShards,
      runnerOf: (name) => this.runners.find(name),
    });
  }

  /** Settle what is queued, finish the batch being published, write positions, give every partition back. */
  async stop(): Promise<void> {
    const upkept = Promise.all([this.upkeep.stop(), this.share.stop()]);
    this.ownership.stop();
    await this.stopTasks();
    await this.readers.relay?.stop();
    await this.views.stop();
    await Promise.all([upkept, ...this.writers.map((writer) => writer.stop())]);
    await Promise.all(Object.values(this.pools).map((pool: Pool) => pool.end()));
  }

  /**
   * Decide and store a command; the same command any number of times gives the same answer once stored. A dry run is
   * decided on what is committed, and nothing is stored.
   *
   * @throws WriterOverloadedError the queue is full; nothing happened.
   * @throws WriterUnavailableError not ours or not reachable now; bring it again.
   */
  submit(command: Command): Promise<Reply> {
    return this.intake.submit(command);
  }

  /**
   * As `submit`, in a transaction of its own, whoever holds the shard of the command: for what the next reader of the database must know.
   *
   * @param alongside writes rows of other tables in the same commit.
   * @returns also refusals, which are not stored: lock_timeout when others were in the way three times, command_expired.
   * @throws WriterUnavailableError the database cannot be written to now; the same command may be brought again.
   */
  decideHere(command: Command, alongside?: Alongside): Promise<Reply> {
    return this.intake.decideHere(command, alongside);
  }

  /** Embedded mode: own every partition. @throws PartitionsTakenError when another process holds some for longer than `timeoutMs` (15 s). */
  takeAll(timeoutMs?: number): Promise<void> {
    return this.ownership.takeAll(timeoutMs);
  }

  /** Own a fair share of the partitions from now on: of a store without a command topic, whose commands are decided by `decideHere`. */
  takeShare(): void {
    this.share.start();
  }

  /**
   * Publish the events of owned shards from now on, and those that earlier processes left unpublished.
   *
   * @param needsText false when the consumer in this process reads the object: an event becomes text then when some other consumer
   *   asks for it, and not before.
   */
  startRelay(publish: PublishMessages, needsText = true): void {
    if (this.readers.relay) throw new Error('the relay runs already');
    const { options, registry, reader, epochs } = this;
    const { hotStreamsMax = DEFAULTS.hotStreamsMax } = options;
    const renderer = new EventRenderer({ registry, reader, epochs }, hotStreamsMax);
    const query = queryOn(this.pools.relay);
    this.readers.relay = new Relay({ options, renderer, publish, needsText, query, epochs, ownedShards: this.ownedShards });
  }

  /** From now on the due tasks of owned shards are run (`AggregateDefinition.taskOf`), by name. @throws Error when a name is taken. */
  runTasks(runners: Readonly<Record<string, TaskRunner>>): void {
    this.runners.add(runners);
  }

  /** Begin no task or wake-up any more and end those under way. Call it while commands are still taken, so that outcomes are stored. */
  async stopTasks(): Promise<void> {
    await this.waker?.stop();
  }

  /** Marks of a consumer of other services' events, kept in the tables of this one. */
  marksOf(consumer: string): ConsumerMarks {
    return new ConsumerMarks({ schema: this.options.schema, consumer, query: queryOn(this.pools.relay) });
  }

  /** See `Views.start`. */
  startProjection(projection: Projection): Promise<void> {
    return this.views.start(projection);
  }

  /** Whether every writer has its connection. */
  get isConnected(): boolean {
    return this.writers.every((writer) => writer.isConnected);
  }

  private partitionsChanged(count: number): void {
    this.options.observe?.partitionsHeld?.(count);
    this.waker?.lookAgain();
  }

  private appendedElsewhere(shard?: number): void {
    this.readers.readLog(this.ownedShards().filter((owned) => shard === undefined || owned === shard));
    this.waker?.lookAgain();
  }

  private createWriters(shared: Pick<ServingWriterParts, 'instance' | 'notices' | 'eventIds'>): ServingWriter[] {
    return Array.from({ length: this.options.writerCount ?? DEFAULTS.writerCount }, (_, index) => {
      return new ServingWriter({
        ...{ index, ...shared },
        registry: this.registry,
        reader: this.reader,
        options: this.options,
        epochs: this.epochs,
        databaseClock: this.databaseClock,
        onAppended: this.announce,
        onDue: (streams) => this.waker?.runNow(streams),
        onPartitionTaken: (partition) => this.readers.readAgain(shardsOfPartition(partition)),
        onPartitionsLost: (partitions) => this.ownership.partitionsLost(partitions),
        onAppendedElsewhere: (shard) => this.appendedElsewhere(shard),
      });
    });
  }
}
