/** What a decision needs to know beyond the command: handed in, so that the same inputs give the same outcome. */
export interface DecisionContext {
  /** Milliseconds since the epoch at which the decision is made. */
  nowMs: number;
}

/** Either facts to append, or a named refusal. An accepted command may have nothing to add. */
export type Decision<TEvent, TRefusal> =
  | { readonly accepted: true; readonly events: readonly TEvent[]; readonly status: number }
  | { readonly accepted: false; readonly refusal: TRefusal };

/**
 * The shape of every aggregate: three pure things and nothing else (architecture.md 3).
 *
 * - `decide` is total: it returns events or a refusal for every pair of command and state; a throw is a bug of ours.
 * - `evolve` never throws and never checks: a stored event is a fact.
 */
export interface Decider<TCommand, TState, TEvent, TRefusal> {
  readonly initialState: TState;
  decide(command: TCommand, state: TState, context: DecisionContext): Decision<TEvent, TRefusal>;
  evolve(state: TState, event: TEvent): TState;
}

/** Accept with these events; `status` is the HTTP status of the answer (201 for a create, 200 else, 402 a stored decline). */
export function accept<TEvent>(events: readonly TEvent[], status = 200): { accepted: true; events: readonly TEvent[]; status: number } {
  return { accepted: true, events, status };
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
