import type { Command, DomainEvent, Refusal } from '#contracts';
import type { Acceptance, Decision } from '#decider';
import type { AggregateDefinition, HandlingContext } from '../aggregate';
import { withFollowUps } from '../writer/decide';

/** What the store would decide, with the follow-ups: for tests of an aggregate that need no store. */
export function decideInMemory<TState, TEvent extends DomainEvent>(
  aggregate: AggregateDefinition<TState, TEvent>,
  command: Command,
  before: TState,
  context: HandlingContext,
): Decision<TEvent, Refusal> {
  const decision = aggregate.decide(command, before, context);
  if (!decision.accepted) return decision;
  const after = decision.events.reduce((state, event) => aggregate.evolve(state, event), before);
  return withFollowUps(aggregate, command, decision, { before, after }) as Acceptance<TEvent>;
}
