import { METADATA_KEYS_MAX, type CommandBody, type PlanCommand, type PlanTerms, type Refusal } from '#contracts';
import { accept, refuse, type Decision } from '#decider';
import type { PlanEvent } from './events';
import { applyChange } from './evolve';
import type { PlanState } from './state';

/** Configuration, never constants of the decision. */
export interface PlanRules {
  /** Rates of goods and services tax that are in force, basis points. */
  gstRatesBps: readonly number[];
}

/**
 * Rates in force from 22 September 2025 (notification 9/2025 of the Central Tax, Rate, series), and those of earlier dates, 12 % and
 * 28 %, for documents that still bear them.
 */
export const DEFAULT_PLAN_RULES: PlanRules = { gstRatesBps: [0, 25, 300, 500, 1_200, 1_800, 2_800, 4_000] };

export type PlanDecision = Decision<PlanEvent, Refusal>;

/** Every command in every state gives events or a refusal; decide.spec.ts holds the whole table. */
export function decide(command: CommandBody<PlanCommand>, state: PlanState, rules: PlanRules): PlanDecision {
  if (command.type === 'plans.create') return create(command.payload, state, rules);
  if (state.status === 'none') return refuse({ code: 'resource_missing', details: { param: 'id' } });
  const terms = applyChange(state.terms, command.payload);
  if (Object.keys(terms.metadata ?? {}).length > METADATA_KEYS_MAX) return tooMuchMetadata();
  const isSame = JSON.stringify(terms) === JSON.stringify(state.terms);
  return accept(isSame ? [] : [{ type: 'plan.updated', data: command.payload }]);
}

function create(terms: PlanTerms, state: PlanState, { gstRatesBps }: PlanRules): PlanDecision {
  if (state.status !== 'none') {
    return refuse({ code: 'resource_already_exists', details: { message: 'A plan of this id exists already.' } });
  }
  if (terms.tax !== undefined && !gstRatesBps.includes(terms.tax.rateBps)) {
    const message = `tax.rate_bps must be one of ${gstRatesBps.join(', ')}.`;
    return refuse({ code: 'parameter_invalid', details: { message, param: 'tax.rate_bps', reason: 'tax_rate_unknown' } });
  }
  return accept([{ type: 'plan.created', data: terms }], 201);
}

function tooMuchMetadata(): PlanDecision {
  const message = `metadata may have at most ${METADATA_KEYS_MAX} keys.`;
  return refuse({ code: 'metadata_invalid', details: { message, param: 'metadata' } });
}
