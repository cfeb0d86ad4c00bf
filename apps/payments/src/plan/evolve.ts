import { mergeMetadata, type PlanChange, type PlanTerms } from '#contracts';
import type { PlanEvent } from './events';
import type { PlanState } from './state';

/** The state after one more fact. Never throws and never checks. */
export function evolve(state: PlanState, event: PlanEvent): PlanState {
  if (event.type === 'plan.created') return stateOf(event.data);
  return state.status === 'none' ? state : stateOf(applyChange(state.terms, event.data));
}

function stateOf(terms: PlanTerms): PlanState {
  return { status: terms.active ? 'active' : 'inactive', terms };
}

/** Absent keeps, null empties; metadata is merged key by key (docs/reference/api-conventions.md, Updates). */
export function applyChange(terms: PlanTerms, { description, metadata, ...rest }: PlanChange): PlanTerms {
  const next: PlanTerms = { ...terms, ...rest };
  if (description !== undefined) next.description = description ?? undefined;
  if (metadata !== undefined) next.metadata = metadata === null ? undefined : mergeMetadata(terms.metadata, metadata);
  return JSON.parse(JSON.stringify(next)) as PlanTerms;
}
