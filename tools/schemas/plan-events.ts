import { PLAN_EVENT_TYPES, PlanResource, type PlanEventType } from '#contracts';
import { CREATED_AT, exampleEvent } from './example-event';

const CREATED: PlanResource = {
  id: 'plan_0VB3xQ9k42Pn4d8TmWq7ZcHs',
  object: 'plan',
  livemode: false,
  name: 'Gold',
  amount: 49900,
  currency: 'INR',
  interval: 'month',
  interval_count: 1,
  description: null,
  active: true,
  trial_days: 14,
  tax: { sac: '998431', rate_bps: 1800, behavior: 'inclusive' },
  reference_id: 'gold-m',
  metadata: { tier: 'gold' },
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
  sequence: 1,
};

const STEPS: Record<PlanEventType, [changes: Partial<PlanResource>, previous: Record<string, unknown> | null]> = {
  'plan.created': [{}, null],
  'plan.updated': [{ active: false, updated_at: CREATED_AT + 60, sequence: 2 }, { active: true }],
};

const MEANING: Record<PlanEventType, string> = {
  'plan.created': 'A plan was created.',
  'plan.updated': 'Something about a plan changed: see previous_attributes. Its price never does.',
};

/** The events of plans. */
export const PLAN_EVENTS = {
  service: 'payments' as const,
  resourceType: 'plan',
  resource: PlanResource,
  meaning: Object.fromEntries(PLAN_EVENT_TYPES.map((type) => [type, MEANING[type]])),
  exampleOf(type: string) {
    const [changes, previous] = STEPS[type as PlanEventType];
    return exampleEvent(type, 'plan', { ...CREATED, ...changes }, previous);
  },
};
