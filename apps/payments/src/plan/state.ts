import type { PlanTerms } from '#contracts';

/** A plan, or nothing yet under this id. Whether it takes subscriptions is one of its terms. */
export type PlanState = { status: 'none' } | { status: 'active' | 'inactive'; terms: PlanTerms };

export const INITIAL_PLAN: PlanState = { status: 'none' };
