import { metadataProblem, type CommandBody, type PlanCommand, type PlanTerms, type Refusal } from '#contracts';
import { accept, refuse, type Decision } from '#decider';
import { rateProblem, type GstRules } from '../invoice/decide/gst-rates';
import type { PlanEvent } from './events';
import { applyChange } from './evolve';
import type { PlanState } from './state';

export type PlanDecision = Decision<PlanEvent, Refusal>;

/** Every command in every state gives events or a refusal; decide.spec.ts holds the whole table. */
export function decide(command: CommandBody<PlanCommand>, state: PlanState, rules: GstRules): PlanDecision {
  if (command.type === 'plans.create') return create(command.payload, state, rules);
  if (state.status === 'none') return refuse({ code: 'resource_missing', details: { param: 'id' } });
  const terms = applyChange(state.terms, command.payload);
  const problem = metadataProblem(terms.metadata);
  if (problem !== null) return refuse(problem);
  const isSame = JSON.stringify(terms) === JSON.stringify(state.terms);
  return accept(isSame ? [] : [{ type: 'plan.updated', data: command.payload }]);
}

function create(terms: PlanTerms, state: PlanState, rules: GstRules): PlanDecision {
  if (state.status !== 'none') {
    return refuse({ code: 'resource_already_exists', details: { message: 'A plan of this id exists already.' } });
  }
  const problem = rateProblem(terms.tax?.rateBps, rules, 'tax.rate_bps');
  return problem === null ? accept([{ type: 'plan.created', data: terms }], 201) : refuse(problem);
}
