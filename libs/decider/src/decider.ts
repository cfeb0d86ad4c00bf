/** What a decision needs to know beyond the command: handed in, so that the same inputs give the same outcome. */
export interface DecisionContext {
  /** Milliseconds since the epoch at which the decision is made. */
  nowMs: number;
}

/**
 * A command that a decision asks of another aggregate of the same account, and of the same mode unless it says so. It is decided right after the one
 * that asked for it and stored in the same commit, or neither is: when it is refused, so is the one that asked.
 */
export interface FollowUp<TType extends string = string, TPayload = unknown> {
  readonly streamId: string;
  readonly type: TType;
  readonly payload: TPayload;
  /** Of the other mode; absent: that of the command. What belongs to an account itself is in one mode and concerns both. */
  readonly livemode?: boolean;
}

/** What an accepted command asks of others, and whose answer its caller gets. */
export interface FollowUps {
  /** Decided in this order, each on the state that those before it left. */
  readonly followUps?: readonly FollowUp[];
  /** Index of the follow-up whose resource, status and stream id answer the caller; the command's own when left out. */
  readonly answeredBy?: number;
}

/** Facts to append, and what follows from them for others. */
export interface Acceptance<TEvent> extends FollowUps {
  readonly accepted: true;
  readonly events: readonly TEvent[];
  readonly status: number;
}

/** Either facts to append, or a named refusal. An accepted command may have nothing to add. */
export type Decision<TEvent, TRefusal> = Acceptance<TEvent> | { readonly accepted: false; readonly refusal: TRefusal };

/**
 * The shape of every aggregate: three pure things and nothing else (docs/explanation/architecture.md, Commands, events, reads).
 *
 * - `decide` is total: it returns events or a refusal for every pair of command and state; a throw is a bug of ours.
 * - `evolve` never throws and never checks: a stored event is a fact.
 */
export interface Decider<TCommand, TState, TEvent, TRefusal, TContext extends DecisionContext = DecisionContext> {
  readonly initialState: TState;
  decide(command: TCommand, state: TState, context: TContext): Decision<TEvent, TRefusal>;
  evolve(state: TState, event: TEvent): TState;
}

/**
 * Accept with these events.
 *
 * @param status the HTTP status of the answer: 201 for a create, 200 else, 402 a stored decline.
 * @param more commands for other aggregates that belong into the same commit.
 */
export function accept<TEvent>(events: readonly TEvent[], status = 200, more: FollowUps = {}): Acceptance<TEvent> {
  return { accepted: true, events, status, ...more };
}

/** Say no, by name. */
export function refuse<TRefusal>(refusal: TRefusal): { accepted: false; refusal: TRefusal } {
  return { accepted: false, refusal };
}

/** The state after these events. */
export function replay<TState, TEvent>(
  decider: Pick<Decider<never, TState, TEvent, never>, 'evolve' | 'initialState'>,
  events: Iterable<TEvent>,
  from: TState = decider.initialState,
): TState {
  let state = from;
  for (const event of events) state = decider.evolve(state, event);
  return state;
}
