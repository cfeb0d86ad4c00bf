import { CreatePlanDto, UpdatePlanDto } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { toCreatePlanPayload, toUpdatePlanPayload, validateCreatePlan, validateUpdatePlan } from './plan-payloads';

/** What each command on plans reads from its request, and what it sends to the service. */
export const PLAN_COMMANDS = {
  create: writeRoute({
    resource: 'plan',
    command: 'plans.create',
    creates: true,
    body: CreatePlanDto,
    validate: (dto, _context, wrong) => validateCreatePlan(dto, wrong),
    payload: toCreatePlanPayload,
  }),
  update: writeRoute({
    resource: 'plan',
    command: 'plans.update',
    creates: false,
    body: UpdatePlanDto,
    validate: validateUpdatePlan,
    payload: toUpdatePlanPayload,
  }),
};
