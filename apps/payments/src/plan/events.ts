import type { DomainEvent, PlanChange, PlanTerms } from '#contracts';

/** The facts of a plan's life. */
export type PlanEvent = DomainEvent<'plan.created', PlanTerms> | DomainEvent<'plan.updated', PlanChange>;
