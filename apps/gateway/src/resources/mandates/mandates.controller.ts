import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CreateMandateDto, MANDATE_FREQUENCIES, MANDATE_METHODS, MANDATE_STATUSES, MandateResource } from '#contracts';
import { sealNothing } from '../../personal-data/encrypt-for';
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
import { toCreateMandatePayload, validateCreateMandate } from './mandate-payloads';

/** Routes of mandates. */
@ApiTags('Mandates')
@Controller('v1/mandates')
export class MandatesController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  @Post()
  @RequireScope('mandates:write')
  @CreateRoute('mandate', {
    summary: 'Register a mandate on UPI Autopay, a card or eNACH',
    description:
      'What a payer agrees to: later debits up to an amount, until a date. In test mode it is active at once, unless an instrument of the sandbox says otherwise or there is a `return_url`. In live mode it is `created` first, and its processor is called at once.',
    body: CreateMandateDto,
    validate: validateCreateMandate,
    sensitiveFields: ({ enach }) => [enach?.account_number],
    answer: MandateResource,
    errors: [
      'parameter_missing',
      'parameters_exclusive',
      'amount_too_small',
      'amount_too_large',
      'bank_not_supported',
      'url_invalid',
      'metadata_invalid',
      'resource_missing',
      'processor_not_configured',
    ],
  })
  async createMandate(@Call() call: WriteCall, @Dto() dto: CreateMandateDto): Promise<Answer> {
    // A customer has a key from its creation on, so that this request makes none.
    const seal = dto.enach ? await call.sealerOf(dto.customer_id) : sealNothing;
    return this.writes.send(call, 'mandates.create', toCreateMandatePayload(dto, call, seal));
  }

  @Get()
  @RequireScope('mandates:read')
  @ListRoute('mandate', {
    summary: 'List mandates',
    item: MandateResource,
    filters: ['id', 'created_at', 'status', 'amount', 'customer_id', 'reference_id', 'metadata'],
    statuses: MANDATE_STATUSES,
    own: { method: { words: MANDATE_METHODS }, frequency: { words: MANDATE_FREQUENCIES } },
  })
  listMandates(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Get(':id')
  @RequireScope('mandates:read')
  @RetrieveRoute('mandate', { summary: 'Retrieve a mandate', answer: MandateResource, hasAsOf: true })
  getMandate(@Call() call: RetrieveCall): Promise<Answer> {
    return this.reads.retrieve(call);
  }

  @Post(':id/pause')
  @RequireScope('mandates:write')
  @UpdateRoute('mandate', {
    summary: 'Pause a mandate, where its rail and its processor can',
    answer: MandateResource,
    errors: ['state_conflict'],
  })
  pauseMandate(@Call() call: WriteCall): Promise<Answer> {
    return this.writes.send(call, 'mandates.pause', {});
  }

  @Post(':id/resume')
  @RequireScope('mandates:write')
  @UpdateRoute('mandate', { summary: 'Resume a mandate that you paused', answer: MandateResource, errors: ['state_conflict'] })
  resumeMandate(@Call() call: WriteCall): Promise<Answer> {
    return this.writes.send(call, 'mandates.resume', {});
  }

  @Post(':id/revoke')
  @RequireScope('mandates:write')
  @UpdateRoute('mandate', { summary: 'End a mandate for good', answer: MandateResource, errors: ['state_conflict'] })
  revokeMandate(@Call() call: WriteCall): Promise<Answer> {
    return this.writes.send(call, 'mandates.revoke', {});
  }
}
