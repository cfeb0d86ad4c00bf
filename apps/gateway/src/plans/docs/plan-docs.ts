import { PlanResource } from '#contracts';
import type { RouteDocs } from '../../docs/route-docs';

const PLAN_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'plan_0TgWzRaB07xK2mNq5Yd8Vf3L' } as const;

/** What the reference says of each route of plans. */
export const PLAN_DOCS = {
  create: {
    summary: 'Create a plan',
    description: 'A price that repeats. It never changes: a new price is a new plan. At most 1,000 plans are active in each mode.',
    answer: { status: 201, description: 'The plan.', type: PlanResource },
    errors: [
      'parameter_missing',
      'parameters_exclusive',
      'currency_not_supported',
      'amount_too_small',
      'amount_too_large',
      'metadata_invalid',
      'resource_already_exists',
      'limit_exceeded',
    ],
  },
  list: { summary: 'List plans', item: PlanResource },
  get: { summary: 'Retrieve a plan', params: [PLAN_ID], answer: { description: 'The plan.', type: PlanResource } },
  update: {
    summary: 'Change name, description, trial and metadata of a plan, or whether it takes new subscriptions',
    params: [PLAN_ID],
    answer: { status: 200, description: 'The plan.', type: PlanResource },
    isBodyOptional: true,
    errors: ['parameter_missing', 'metadata_invalid', 'limit_exceeded'],
  },
} as const satisfies Record<string, RouteDocs>;
