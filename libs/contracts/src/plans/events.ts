/** Every public event type of a plan. */
export const PLAN_EVENT_TYPES = ['plan.created', 'plan.updated'] as const;
export type PlanEventType = (typeof PLAN_EVENT_TYPES)[number];
