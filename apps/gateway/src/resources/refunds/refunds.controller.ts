import { Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CreateRefundDto, ExpandedRefund, REFUND_REASONS, REFUND_STATUSES, RefundResource, UpdateRefundDto } from '#contracts';
import { STANDARD_FILTERS } from '../../lists/list-rules';
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
import { toRequestRefundPayload, toUpdateRefundPayload } from './refund-payloads';

/** Routes of refunds. */
@ApiTags('Refunds')
@Controller('v1')
export class RefundsController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  @Post('refunds')
  @RequireScope('refunds:write', { isCritical: true })
  @CreateRoute('refund', {
    summary: 'Refund a captured payment in full or in part',
    body: CreateRefundDto,
    answer: RefundResource,
    errors: [
      'parameter_missing',
      'amount_too_small',
      'amount_too_large',
      'metadata_invalid',
      'refund_amount_exceeds_available',
      'resource_missing',
      'payment_not_refundable',
      'resource_already_exists',
      'processor_unavailable',
      'processor_not_configured',
      'processor_timeout',
    ],
  })
  createRefund(@Call() call: WriteCall, @Dto() dto: CreateRefundDto): Promise<Answer> {
    return this.writes.send(call, 'payments.request_refund', toRequestRefundPayload(dto, call.objectId), {
      // The payment owns what is left to refund.
      decidedBy: { kind: 'payment', id: dto.payment_id, param: 'payment_id' },
      outcome: { isOpen: ({ status }) => status === 'pending' },
    });
  }

  @Get('refunds')
  @RequireScope('refunds:read')
  @ListRoute('refund', {
    summary: 'List refunds',
    item: ExpandedRefund,
    filters: STANDARD_FILTERS,
    statuses: REFUND_STATUSES,
    own: { reason: { words: REFUND_REASONS }, payment_id: { id: 'payment' } },
  })
  listRefunds(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Get('payments/:id/refunds')
  @RequireScope('refunds:read')
  @ListRoute('refund', {
    summary: 'List the refunds of a payment',
    item: ExpandedRefund,
    parent: { kind: 'payment', part: 'refunds' },
    filters: STANDARD_FILTERS,
    statuses: REFUND_STATUSES,
    own: { reason: { words: REFUND_REASONS } },
    errors: ['resource_missing'],
  })
  listPaymentRefunds(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Get('refunds/:id')
  @RequireScope('refunds:read')
  @RetrieveRoute('refund', { summary: 'Retrieve a refund', answer: ExpandedRefund, hasAsOf: true })
  getRefund(@Call() call: RetrieveCall): Promise<Answer> {
    return this.reads.retrieve(call);
  }

  @Patch('refunds/:id')
  @RequireScope('refunds:write')
  @UpdateRoute('refund', {
    summary: 'Change description, reference_id and metadata of a refund',
    body: UpdateRefundDto,
    answer: RefundResource,
    errors: ['metadata_invalid'],
  })
  updateRefund(@Call() call: WriteCall, @Dto() dto: UpdateRefundDto): Promise<Answer> {
    return this.writes.send(call, 'refunds.update', toUpdateRefundPayload(dto));
  }

  @Post('refunds/:id/cancel')
  @RequireScope('refunds:write')
  @UpdateRoute('refund', {
    summary: 'Cancel a refund that was not sent yet; its amount can be refunded again',
    answer: RefundResource,
    errors: ['state_conflict', 'refund_already_processed'],
  })
  cancelRefund(@Call() call: WriteCall): Promise<Answer> {
    return this.writes.send(call, 'refunds.cancel', {});
  }
}
