import { Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  CancelSubscriptionDto,
  COLLECTIONS,
  CreateSubscriptionDto,
  HistoryEventResource,
  INVOICE_STATUSES,
  InvoiceResource,
  PauseSubscriptionDto,
  RetrySubscriptionDto,
  SUBSCRIPTION_STATUSES,
  SubscriptionResource,
  UpdateSubscriptionDto,
  type ErrorCode,
} from '#contracts';
import { refuseMandateWithoutScope, refuseWithoutScope } from '../../auth/credential-limits';
import type { OutcomeRules } from '../../commands/write-rules';
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
import { isExpired } from '../payments/validate-create-payment';
import {
  toCancelSubscriptionPayload,
  toPauseSubscriptionPayload,
  toRetrySubscriptionPayload,
  validateCancelSubscription,
  validateRetrySubscription,
} from './subscription-actions';
import {
  findUnitOfPlan,
  hintOfCustomer,
  openSealer,
  toCreateSubscriptionPayload,
  validateCreateSubscription,
} from './subscription-payloads';
import { toUpdateSubscriptionPayload, validateUpdateSubscription } from './subscription-update';

const CHANGE_ERRORS: readonly ErrorCode[] = [
  'parameter_missing',
  'parameters_exclusive',
  'amount_too_large',
  'limit_exceeded',
  'state_conflict',
  'mandate_not_active',
  'mandate_amount_exceeded',
  'metadata_invalid',
];

const RETRY_OUTCOME: OutcomeRules = {
  // A retry clears the error of the previous payment.
  isDeclined: ({ status, last_error }) => last_error !== null && ['created', 'past_due', 'halted'].includes(String(status)),
  showsDecline: true,
};

/** Routes of subscriptions. */
@ApiTags('Subscriptions')
@Controller('v1/subscriptions')
export class SubscriptionsController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  @Post()
  @RequireScope('subscriptions:write')
  @CreateRoute('subscription', {
    summary: 'Create a subscription',
    description: 'In test mode without an instrument it is active at once. A first payment that fails leaves it `created`: retry it.',
    body: CreateSubscriptionDto,
    validate: validateCreateSubscription,
    hintOf: hintOfCustomer,
    sensitiveFields: ({ enach }) => [enach?.account_number],
    answer: SubscriptionResource,
    errors: [
      'parameter_missing',
      'parameters_exclusive',
      'amount_too_small',
      'amount_too_large',
      'currency_not_supported',
      'metadata_invalid',
      'phone_invalid',
      'email_invalid',
      'url_invalid',
      'document_number_invalid',
      'bank_not_supported',
      'limit_exceeded',
      'resource_missing',
      'resource_already_exists',
      'mandate_not_active',
      'mandate_amount_exceeded',
      'invoice_series_exhausted',
      'processor_not_configured',
    ],
  })
  async createSubscription(@Call() call: WriteCall, @Dto() dto: CreateSubscriptionDto): Promise<Answer> {
    refuseMandateWithoutScope(dto, call);
    const unit = await findUnitOfPlan(dto, call);
    const seal = await openSealer(dto, call);
    return this.writes.send(call, 'subscriptions.create', toCreateSubscriptionPayload(dto, call, seal, unit));
  }

  @Get()
  @RequireScope('subscriptions:read')
  @ListRoute('subscription', {
    summary: 'List subscriptions',
    item: SubscriptionResource,
    filters: ['id', 'created_at', 'status', 'amount', 'currency', 'customer_id', 'reference_id', 'metadata'],
    statuses: SUBSCRIPTION_STATUSES,
    own: {
      plan_id: { id: 'plan' },
      mandate_id: { id: 'mandate' },
      collection: { words: COLLECTIONS },
      current_period_end_at: { instants: true },
      test_clock_id: { id: 'testClock' },
    },
  })
  listSubscriptions(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Get(':id')
  @RequireScope('subscriptions:read')
  @RetrieveRoute('subscription', { summary: 'Retrieve a subscription', answer: SubscriptionResource, hasAsOf: true })
  getSubscription(@Call() call: RetrieveCall): Promise<Answer> {
    return this.reads.retrieve(call);
  }

  @Patch(':id')
  @RequireScope('subscriptions:write')
  @UpdateRoute('subscription', {
    summary: 'Update a subscription',
    body: UpdateSubscriptionDto,
    isBodyOptional: true,
    validate: validateUpdateSubscription,
    answer: SubscriptionResource,
    errors: CHANGE_ERRORS,
  })
  async updateSubscription(@Call() call: WriteCall, @Dto() dto: UpdateSubscriptionDto): Promise<Answer> {
    refuseMandateWithoutScope(dto, call);
    return this.writes.send(call, 'subscriptions.update', toUpdateSubscriptionPayload(dto, call));
  }

  @Post(':id/preview_update')
  @RequireScope('subscriptions:write')
  @UpdateRoute('subscription', {
    summary: 'Preview the invoice after an update',
    isPreview: true,
    body: UpdateSubscriptionDto,
    isBodyOptional: true,
    validate: validateUpdateSubscription,
    answer: InvoiceResource,
    returns: 'The invoice that would follow.',
    errors: CHANGE_ERRORS,
  })
  previewSubscriptionUpdate(@Call() call: WriteCall, @Dto() dto: UpdateSubscriptionDto): Promise<Answer> {
    return this.writes.send(call, 'subscriptions.preview_update', toUpdateSubscriptionPayload(dto, call));
  }

  @Post(':id/cancel')
  @RequireScope('subscriptions:write')
  @UpdateRoute('subscription', {
    summary: 'End a subscription now, at the end of its period or at a time',
    body: CancelSubscriptionDto,
    isBodyOptional: true,
    validate: validateCancelSubscription,
    answer: SubscriptionResource,
    errors: ['state_conflict', 'parameters_exclusive', 'payment_not_refundable'],
  })
  async cancelSubscription(@Call() call: WriteCall, @Dto() dto: CancelSubscriptionDto): Promise<Answer> {
    if (dto.refund != null && dto.refund !== 'none') refuseWithoutScope('refunds:write', 'refund', call);
    return this.writes.send(call, 'subscriptions.cancel', toCancelSubscriptionPayload(dto));
  }

  @Post(':id/pause')
  @RequireScope('subscriptions:write')
  @UpdateRoute('subscription', {
    summary: 'Charge nothing until it is resumed',
    body: PauseSubscriptionDto,
    isBodyOptional: true,
    answer: SubscriptionResource,
    errors: ['state_conflict'],
  })
  pauseSubscription(@Call() call: WriteCall, @Dto() dto: PauseSubscriptionDto): Promise<Answer> {
    return this.writes.send(call, 'subscriptions.pause', toPauseSubscriptionPayload(dto));
  }

  @Post(':id/resume')
  @RequireScope('subscriptions:write')
  @UpdateRoute('subscription', {
    summary: 'Go on charging a subscription that was paused',
    answer: SubscriptionResource,
    errors: ['state_conflict', 'invoice_series_exhausted'],
  })
  resumeSubscription(@Call() call: WriteCall): Promise<Answer> {
    return this.writes.send(call, 'subscriptions.resume', {});
  }

  @Post(':id/retry')
  @RequireScope('subscriptions:write')
  @UpdateRoute('subscription', {
    summary: 'Charge an open invoice by another debit, or as the customer pays',
    body: RetrySubscriptionDto,
    isBodyOptional: true,
    validate: validateRetrySubscription,
    isExpired,
    answer: SubscriptionResource,
    errors: [
      'state_conflict',
      'parameter_missing',
      'parameters_exclusive',
      'url_invalid',
      'upi_collect_not_allowed',
      'bank_not_supported',
      'payment_declined',
      'invoice_not_payable',
      'mandate_not_active',
      'mandate_amount_exceeded',
      'limit_exceeded',
      'invoice_series_exhausted',
      'processor_not_configured',
    ],
  })
  retrySubscription(@Call() call: WriteCall, @Dto() dto: RetrySubscriptionDto): Promise<Answer> {
    return this.writes.send(call, 'subscriptions.retry', toRetrySubscriptionPayload(dto, call), { outcome: RETRY_OUTCOME });
  }

  @Get(':id/events')
  @RequireScope('subscriptions:read')
  @ListRoute('event', {
    summary: 'List every event of a subscription',
    item: HistoryEventResource,
    parent: { kind: 'subscription', part: 'events' },
    errors: ['resource_missing'],
  })
  listSubscriptionEvents(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Get(':id/invoices')
  @RequireScope('invoices:read')
  @ListRoute('invoice', {
    summary: 'List the invoices of a subscription',
    item: InvoiceResource,
    parent: { kind: 'subscription', part: 'invoices' },
    filters: ['id', 'status'],
    statuses: INVOICE_STATUSES,
    errors: ['resource_missing'],
  })
  listSubscriptionInvoices(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }
}
