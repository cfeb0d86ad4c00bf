import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CreateDebitDto, DEBIT_STATUSES, DebitResource } from '#contracts';
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
import { toDebitTerms, validateCreateDebit } from './debit-payloads';

/** Routes of debits. */
@ApiTags('Debits')
@Controller('v1')
export class DebitsController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  @Post('mandates/:id/debits')
  @RequireScope('mandates:write')
  @CreateRoute('debit', {
    summary: 'Debit a mandate',
    description:
      'The bank or app of the payer announces it first, and the money is requested 24 hours later at the earliest, within the hours of the rail. Each attempt is a payment of its own. `debit.succeeded` or `debit.failed` says how it ended.',
    parent: { kind: 'mandate' },
    body: CreateDebitDto,
    validate: validateCreateDebit,
    answer: DebitResource,
    errors: [
      'resource_missing',
      'parameter_missing',
      'amount_too_small',
      'amount_too_large',
      'metadata_invalid',
      'limit_exceeded',
      'mandate_not_active',
      'mandate_amount_exceeded',
      'mandate_cycle_used',
    ],
  })
  createDebit(@Call() call: WriteCall, @Dto() dto: CreateDebitDto): Promise<Answer> {
    return this.writes.send(call, 'debits.create', toDebitTerms(dto, call.params.id ?? ''));
  }

  @Get('mandates/:id/debits')
  @RequireScope('mandates:read')
  @ListRoute('debit', {
    summary: 'List the debits of a mandate',
    item: DebitResource,
    parent: { kind: 'mandate', part: 'debits' },
    filters: ['id', 'created_at', 'status', 'amount', 'reference_id', 'metadata'],
    statuses: DEBIT_STATUSES,
    errors: ['resource_missing'],
  })
  listMandateDebits(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Get('debits/:id')
  @RequireScope('mandates:read')
  @RetrieveRoute('debit', { summary: 'Retrieve a debit', answer: DebitResource, hasAsOf: true })
  getDebit(@Call() call: RetrieveCall): Promise<Answer> {
    return this.reads.retrieve(call);
  }

  @Post('debits/:id/cancel')
  @RequireScope('mandates:write')
  @UpdateRoute('debit', { summary: 'Cancel a debit before its money is requested', answer: DebitResource, errors: ['state_conflict'] })
  cancelDebit(@Call() call: WriteCall): Promise<Answer> {
    return this.writes.send(call, 'debits.cancel', {});
  }
}
