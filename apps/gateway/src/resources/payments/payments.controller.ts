import { Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  AttemptResource,
  CancelPaymentDto,
  CapturePaymentDto,
  ConfirmPaymentDto,
  CreatePaymentDto,
  ExpandedPayment,
  HistoryEventResource,
  PaymentResource,
  SubmitOtpDto,
  toCreatePaymentPayload,
  UpdatePaymentDto,
  type ErrorCode,
} from '#contracts';
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
import { toCancelPaymentPayload, toUpdatePaymentPayload, validateCancelPayment } from './change-payment';
import { toConfirmPaymentPayload, validateConfirmPayment } from './confirm-payment';
import { isBeingAsked, isCaptureRefused, isOtpOpen, isOtpRefused, isOutcomeOpen } from './open-payment';
import { PAYMENT_LIST } from './payment-list';
import { isExpired, validateCreatePayment } from './validate-create-payment';

const INSTRUMENT_ERRORS: readonly ErrorCode[] = [
  'parameter_missing',
  'parameters_exclusive',
  'url_invalid',
  'upi_collect_not_allowed',
  'bank_not_supported',
  'processor_unavailable',
  'processor_not_configured',
  'processor_timeout',
];

/** Routes of payments. */
@ApiTags('Payments')
@Controller('v1/payments')
export class PaymentsController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  @Post()
  @RequireScope('payments:write')
  @CreateRoute('payment', {
    summary: 'Create a payment and, when possible, process it',
    body: CreatePaymentDto,
    validate: validateCreatePayment,
    isExpired,
    answer: PaymentResource,
    errors: [
      'resource_missing',
      'parameter_missing',
      'parameters_exclusive',
      'amount_too_small',
      'amount_too_large',
      'currency_not_supported',
      'metadata_invalid',
      'phone_invalid',
      'email_invalid',
      'url_invalid',
      'upi_collect_not_allowed',
      'bank_not_supported',
      'resource_already_exists',
      'processor_unavailable',
      'processor_not_configured',
      'processor_timeout',
    ],
  })
  async createPayment(@Call() call: WriteCall, @Dto() dto: CreatePaymentDto): Promise<Answer> {
    const seal = dto.customer ? await call.sealerOf(dto.customer_id ?? null) : sealNothing;
    const payload = toCreatePaymentPayload(dto, { livemode: call.livemode, seal, rules: call.rules });
    return this.writes.send(call, 'payments.create', payload, { outcome: { isOpen: isOutcomeOpen } });
  }

  @Get()
  @RequireScope('payments:read')
  @ListRoute('payment', { summary: 'List payments', item: ExpandedPayment, ...PAYMENT_LIST })
  listPayments(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Get('search')
  @RequireScope('payments:read', { countedAs: 'searches' })
  @ListRoute('payment', { summary: 'Search payments', item: ExpandedPayment, part: 'search', ...PAYMENT_LIST, isSearch: true })
  searchPayments(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Get(':id')
  @RequireScope('payments:read', { forPages: 'payer' })
  @RetrieveRoute('payment', { summary: 'Retrieve a payment', answer: ExpandedPayment, hasAsOf: true })
  getPayment(@Call() call: RetrieveCall): Promise<Answer> {
    return this.reads.retrieve(call);
  }

  @Patch(':id')
  @RequireScope('payments:write')
  @UpdateRoute('payment', {
    summary: 'Change description, metadata or reference of a payment',
    body: UpdatePaymentDto,
    isBodyOptional: true,
    answer: PaymentResource,
    errors: ['metadata_invalid', 'resource_already_exists'],
  })
  updatePayment(@Call() call: WriteCall, @Dto() dto: UpdatePaymentDto): Promise<Answer> {
    return this.writes.send(call, 'payments.update', toUpdatePaymentPayload(dto));
  }

  @Post(':id/confirm')
  @RequireScope('payments:write', { forPages: 'payer', isCritical: true })
  @UpdateRoute('payment', {
    summary: 'Say how a payment is paid, and process it',
    body: ConfirmPaymentDto,
    validate: validateConfirmPayment,
    answer: PaymentResource,
    errors: [
      ...INSTRUMENT_ERRORS,
      'payment_declined',
      'state_conflict',
      'invoice_not_payable',
      'limit_exceeded',
      'resource_already_exists',
    ],
  })
  confirmPayment(@Call() call: WriteCall, @Dto() dto: ConfirmPaymentDto): Promise<Answer> {
    const payload = toConfirmPaymentPayload(dto, call.livemode);
    return this.writes.send(call, 'payments.confirm', payload, { outcome: { isOpen: isOutcomeOpen } });
  }

  @Post(':id/capture')
  @RequireScope('payments:write', { isCritical: true })
  @UpdateRoute('payment', {
    summary: 'Capture all or part of an authorized payment',
    body: CapturePaymentDto,
    isBodyOptional: true,
    answer: PaymentResource,
    errors: [
      'amount_too_small',
      'amount_too_large',
      'capture_amount_exceeds_authorized',
      'payment_declined',
      'state_conflict',
      'resource_already_exists',
      'payment_already_captured',
      'processor_not_configured',
    ],
  })
  capturePayment(@Call() call: WriteCall, @Dto() dto: CapturePaymentDto): Promise<Answer> {
    const outcome = { isOpen: isBeingAsked, isDeclined: isCaptureRefused };
    return this.writes.send(call, 'payments.capture', { amount: dto.amount ?? null }, { outcome });
  }

  @Post(':id/cancel')
  @RequireScope('payments:write')
  @UpdateRoute('payment', {
    summary: 'Cancel a payment before it is captured',
    body: CancelPaymentDto,
    isBodyOptional: true,
    validate: validateCancelPayment,
    answer: PaymentResource,
    errors: ['parameters_exclusive', 'state_conflict', 'processor_not_configured'],
  })
  cancelPayment(@Call() call: WriteCall, @Dto() dto: CancelPaymentDto): Promise<Answer> {
    return this.writes.send(call, 'payments.cancel', toCancelPaymentPayload(dto), { outcome: { isOpen: isBeingAsked } });
  }

  @Post(':id/sync')
  @RequireScope('payments:write')
  @UpdateRoute('payment', {
    summary: 'Ask the processor for the truth now',
    answer: PaymentResource,
    errors: ['processor_not_configured'],
  })
  syncPayment(@Call() call: WriteCall): Promise<Answer> {
    return this.writes.send(call, 'payments.sync', {}, { outcome: { isOpen: isOutcomeOpen } });
  }

  @Post(':id/submit_otp')
  @RequireScope('payments:write', { forPages: 'payer', isCritical: true })
  @UpdateRoute('payment', {
    summary: 'Give the one-time password that the customer was sent',
    body: SubmitOtpDto,
    answer: PaymentResource,
    errors: ['parameter_missing', 'payment_declined', 'state_conflict', 'processor_not_configured'],
  })
  async submitOtp(@Call() call: WriteCall, @Dto() dto: SubmitOtpDto): Promise<Answer> {
    // A password is as secret as what it opens: topics hold a token, which only the service reads.
    const seal = await call.sealerOf(null);
    const outcome = { isOpen: isOtpOpen, isDeclined: isOtpRefused };
    return this.writes.send(call, 'payments.submit_otp', { otp: seal(dto.otp, 'otp') }, { outcome });
  }

  @Get(':id/events')
  @RequireScope('payments:read')
  @ListRoute('event', {
    summary: 'List every event of a payment',
    item: HistoryEventResource,
    parent: { kind: 'payment', part: 'events' },
    errors: ['resource_missing'],
  })
  listPaymentEvents(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Get(':id/attempts')
  @RequireScope('payments:read')
  @ListRoute('attempt', {
    summary: 'List the attempts of a payment',
    item: AttemptResource,
    parent: { kind: 'payment', part: 'attempts' },
    errors: ['resource_missing'],
  })
  listPaymentAttempts(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }
}
