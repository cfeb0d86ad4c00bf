import type { Command, DomainEvent, IdKind, PublicEvent, Refusal, StoredEvent } from '#contracts';
import type { Decision, DecisionContext, FollowUps } from '#decider';

/** What the store knows of a stream beside its domain state. */
export interface StreamHead {
  streamId: string;
  accountId: string;
  livemode: boolean;
  /** Number of stored events; the optimistic lock. */
  version: number;
  /** Number of public events; the `sequence` of the API. */
  sequence: number;
  /** Milliseconds since the epoch of the first event. */
  createdAtMs: number;
  /**
   * Milliseconds since the epoch of the last public event, so that the stream as it is now and as that event showed it
   * say the same. Of a stream that has none, as a job: of the last event.
   */
  updatedAtMs: number;
  /** The test clock by which its time runs (docs/decisions/0033); absent: real time. */
  clockId?: string;
  /** Of a stream on a test clock: by how much real time was ahead of it at the last event. Absent of one read from its row. */
  clockLagMs?: number;
}

/** A stream right after one of its events. */
export interface Snapshot<TState = unknown> {
  head: StreamHead;
  state: TState;
  /**
   * The state after the last public event, where internal events followed it: what the next public event is compared with. Readers
   * leave it out.
   */
  reported?: TState | undefined;
}

export interface EventTypeDefinition {
  /** Version in which new events of this type are written. */
  schemaVersion: number;
  /** Whether merchants see it; public events are numbered by `sequence`. */
  isPublic: boolean;
  /** Reads data written under an older version. Pure and total; run at every read. */
  upcast?(data: unknown, fromVersion: number): unknown;
}

/** Something that has to be asked of the outside, as it follows from a state. */
export interface DueTask {
  /** Which of the service's task runners does it. */
  name: string;
  /** Milliseconds since the epoch. A later time than that of the state before is the back-off: it survives every restart. */
  dueAtMs: number;
  /** The same for every repetition of the same call: what the outside tells repetitions by. */
  key: string;
}

/** What the events of one command made of a stream. */
export interface StateChange<TState, TEvent> {
  /** The test clock of the stream; absent for real time. */
  clockId?: string;
  before: TState;
  after: TState;
  /** Not empty. */
  events: readonly TEvent[];
}

/**
 * A command that the store submits to a stream once for each of its versions, when the time has come that its state says. So a
 * timer survives every restart, and an event that makes it moot cancels it.
 */
export interface Timer<TState> {
  /** Milliseconds since the epoch; null for never. */
  dueAtMs(state: TState): number | null;
  readonly commandType: string;
}

/** How an aggregate is a clock: what the streams that belong to it go by. */
export interface StreamClock<TState> {
  /** Milliseconds since the epoch; null of one that is not there. */
  nowMs(state: TState): number | null;
  /** Whether its time is on the way to another: until then what a caller asks of its streams is refused. */
  isAdvancing(state: TState): boolean;
}

/** What a decision in the store may look at beside the state of its own stream. */
export interface HandlingContext extends DecisionContext {
  /** The test clock that `nowMs` is the time of; absent for real time. */
  clockId?: string;
  /**
   * Another stream of the same account and mode as it is at this point of the batch, or null when there is none. Only to
   * look at: when another writer changes it before the commit, the command is decided again. Any id may be asked for; one
   * that `relatedStreams` names is there without a round trip of its own.
   */
  related(streamId: string): Snapshot | null;
}

/** Everything the store must know about one kind of aggregate. All functions are pure. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the registry holds aggregates of different states
export interface AggregateDefinition<TState = any, TEvent extends DomainEvent = any> {
  /** For example `payment`. */
  readonly streamType: string;
  readonly idKind: IdKind;
  /** Version of the stored snapshot. A snapshot of another version is ignored and the state is folded from events. */
  readonly stateSchema: number;
  readonly initialState: TState;
  /** The command types this aggregate answers. */
  readonly commandTypes: readonly string[];
  /**
   * Those of them that may come over the bus. The others are sent by another aggregate, in one commit, or by a task. Absent:
   * none comes over the bus.
   */
  readonly busCommandTypes?: readonly string[];
  /**
   * Those of them that begin a stream. The store then decides without asking the database whether the stream exists,
   * which saves a round trip; the append notices a wrong guess, and the command is decided again on the stored state.
   */
  readonly creationTypes?: readonly string[];
  readonly eventTypes: Readonly<Record<TEvent['type'], EventTypeDefinition>>;
  decide(command: Command, state: TState, context: HandlingContext): Decision<TEvent, Refusal>;
  /** What an accepted command that changed the stream asks of other streams, in the same commit. Absent: nothing, ever. */
  followUps?(change: StateChange<TState, TEvent>, command: Command): FollowUps;
  /**
   * Ids of other streams that the decision will look at, or send follow-ups to: loaded together with the batch, in one
   * round trip. What it leaves out is loaded when it is needed. A new stream belongs to the test clock that the first of them
   * is, or belongs to.
   */
  relatedStreams?(command: Command): readonly string[];
  evolve(state: TState, event: TEvent): TState;
  /** The public status word, indexed for lists. */
  statusOf(state: TState): string;
  /** Absent for an aggregate without timers. */
  readonly timer?: Timer<TState>;
  /** Of an aggregate that is a test clock. */
  readonly clock?: StreamClock<TState>;
  /**
   * What has to be asked of the outside next, or null. Pure, like `timer`: a task is there as long as the state says
   * so, and goes when an event makes it moot. Its outcome is a command to this stream, and must change it: a task that is
   * still due afterwards is run again.
   */
  taskOf?(snapshot: Snapshot<TState>): DueTask | null;
  /** The public resource: the answer to a command and to a GET. Null where there is nothing to show. */
  render(snapshot: Snapshot<TState>): object | null;
  /** Stored event → what merchants see. Absent: the aggregate has no public events. */
  publish?: Publish<TState, TEvent>;
  /** The answer to a command, where it says more than the resource does: a secret that is shown once. Pure. */
  answer?(snapshot: Snapshot<TState>, command: Command): object;
}

/** Stored event → public event, or null for an internal one. Pure. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see AggregateDefinition
export type Publish<TState = any, TEvent extends DomainEvent = any> = (
  event: StoredEvent<TEvent>,
  before: Snapshot<TState> | null,
  after: Snapshot<TState>,
) => PublicEvent | null;
