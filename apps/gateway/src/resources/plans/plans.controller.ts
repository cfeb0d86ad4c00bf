import { Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CreatePlanDto, INTERVAL_UNITS, PlanResource, UpdatePlanDto } from '#contracts';
import {
  Call,
  CreateRoute,
  Dto,
  ListRoute,
  Reads,
  RequireScope,
  RetrieveRoute,
  UpdateRoute,
  Writes,
  type Answer,
  type ListCall,
  type RetrieveCall,
  type WriteCall,
} from '../../routes';
import { toCreatePlanPayload, toUpdatePlanPayload, validateCreatePlan, validateUpdatePlan } from './plan-payloads';

/** Routes of plans. */
@ApiTags('Plans')
@Controller('v1/plans')
export class PlansController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  @Post()
  @RequireScope('subscriptions:write')
  @CreateRoute('plan', {
    summary: 'Create a plan',
    description: 'A price that repeats. It never changes: a new price is a new plan. At most 1,000 plans are active in each mode.',
    body: CreatePlanDto,
    validate: (dto, _context, wrong) => validateCreatePlan(dto, wrong),
    answer: PlanResource,
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
  })
  createPlan(@Call() call: WriteCall, @Dto() dto: CreatePlanDto): Promise<Answer> {
    return this.writes.send(call, 'plans.create', toCreatePlanPayload(dto));
  }

  @Get()
  @RequireScope('subscriptions:read')
  @ListRoute('plan', {
    summary: 'List plans',
    item: PlanResource,
    filters: ['id', 'created_at', 'currency', 'amount', 'reference_id', 'metadata'],
    own: { active: { words: ['true', 'false'] }, interval: { words: INTERVAL_UNITS } },
  })
  listPlans(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Get(':id')
  @RequireScope('subscriptions:read')
  @RetrieveRoute('plan', { summary: 'Retrieve a plan', answer: PlanResource, hasAsOf: true })
  getPlan(@Call() call: RetrieveCall): Promise<Answer> {
    return this.reads.retrieve(call);
  }

  @Patch(':id')
  @RequireScope('subscriptions:write')
  @UpdateRoute('plan', {
    summary: 'Change name, description, trial and metadata of a plan, or whether it takes new subscriptions',
    body: UpdatePlanDto,
    isBodyOptional: true,
    validate: validateUpdatePlan,
    answer: PlanResource,
    errors: ['parameter_missing', 'metadata_invalid', 'limit_exceeded'],
  })
  updatePlan(@Call() call: WriteCall, @Dto() dto: UpdatePlanDto): Promise<Answer> {
    return this.writes.send(call, 'plans.update', toUpdatePlanPayload(dto));
  }
}
