import { replay, type Decider, type Decision, type DecisionContext, type FollowUp } from './decider';

/** What a decision came to, in the shapes a test compares. */
export interface Outcome<TState, TEvent, TRefusal> {
  decision: Decision<TEvent, TRefusal>;
  /** The events of an accepted command, none for a refused one. */
  events: readonly TEvent[];
  /** What an accepted command asks of other aggregates, none for a refused one. */
  followUps: readonly FollowUp[];
  /** Null when the command was accepted. */
  refusal: TRefusal | null;
  /** The state after the events. */
  state: TState;
}

export interface Given<TCommand, TState, TEvent, TRefusal, TContext extends DecisionContext = DecisionContext> {
  /** The state that the history folds to. */
  readonly state: TState;
  when(command: TCommand, context?: TContext): Outcome<TState, TEvent, TRefusal>;
}

/**
 * Tests a decider as it is specified: given these events, when this command comes, then these events or this refusal.
 *
 * @param context used where `when` names none.
 */
export function specificationOf<TCommand, TState, TEvent, TRefusal, TContext extends DecisionContext = DecisionContext>(
  decider: Decider<TCommand, TState, TEvent, TRefusal, TContext>,
  context: TContext,
): { given(history: Iterable<TEvent>): Given<TCommand, TState, TEvent, TRefusal, TContext> } {
  return {
    given(history) {
      const state = replay(decider, history);
      return {
        state,
        when(command, at = context) {
          const decision = decider.decide(command, state, at);
          const events = decision.accepted ? decision.events : [];
          const followUps = decision.accepted ? (decision.followUps ?? []) : [];
          const refusal = decision.accepted ? null : decision.refusal;
          return { decision, events, followUps, refusal, state: replay(decider, events, state) };
        },
      };
    },
  };
}
