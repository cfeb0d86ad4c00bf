import type {
  CancelSubscriptionDto,
  CancelSubscriptionPayload,
  FieldProblem,
  PauseSubscriptionDto,
  PauseSubscriptionPayload,
  RetrySubscriptionDto,
  RetrySubscriptionPayload,
} from '#contracts';
import type { WriteContext } from '../../commands/write-rules';
import { toPayInvoicePayload } from '../invoices/invoice-payloads';
import { notOfferedProblem } from '../payments/validate-create-payment';
import { problem, returnUrlProblems, validateInstrument } from '../payments/validate-instrument';
import { toCancelTime } from './subscription-times';

/** What Razorpay and Stripe call the end of the period. */
const AT_PERIOD_END = ['cancel_at_cycle_end', 'cancel_at_period_end'] as const;

/** The rules of a cancellation. */
export function validateCancelSubscription(dto: CancelSubscriptionDto): FieldProblem[] {
  const otherFields = dto.at && dto.at !== 'period_end' ? AT_PERIOD_END.filter((name) => dto[name]) : [];
  return otherFields.map((name) => problem(name, 'parameters_exclusive', 'does not go with another at.'));
}

/** The command payload of a cancellation. */
export function toCancelSubscriptionPayload(dto: CancelSubscriptionDto): CancelSubscriptionPayload {
  const { refund, open_invoices: openInvoices, revoke_mandate: revokeMandate, reason } = dto;
  const usual = AT_PERIOD_END.some((name) => dto[name]) ? 'period_end' : 'now';
  return {
    at: toCancelTime(dto.at ?? usual),
    refund: refund ?? 'none',
    openInvoices: openInvoices ?? 'keep',
    ...(typeof revokeMandate === 'boolean' && { revokeMandate }),
    ...(reason && { reason }),
  };
}

/** The command payload of a pause. */
export function toPauseSubscriptionPayload({ from, resume_at: at }: PauseSubscriptionDto): PauseSubscriptionPayload {
  return { from: from ?? 'now', ...(typeof at === 'number' && { resumeAtMs: at * 1_000 }) };
}

/** The rules of a retry that span fields or depend on the mode. */
export function validateRetrySubscription(
  dto: RetrySubscriptionDto,
  { livemode, rules }: Pick<WriteContext, 'livemode' | 'rules'>,
): FieldProblem[] {
  const notOffered = notOfferedProblem({ payment_method: dto.payment_method }, rules);
  return [
    ...(notOffered === null ? [] : [notOffered]),
    ...returnProblems(dto),
    ...validateInstrument(dto, { livemode }),
    ...returnUrlProblems(dto, livemode),
  ];
}

/** From a debit no payer returns. */
function returnProblems(dto: RetrySubscriptionDto): FieldProblem[] {
  if (!dto.return_url || isPaidByCustomer(dto)) return [];
  return [problem('payment_method', 'parameter_missing', 'is required with return_url.', 'required')];
}

function isPaidByCustomer({ payment_method: method, payment_method_id: savedId }: RetrySubscriptionDto): boolean {
  return Boolean(method) || Boolean(savedId);
}

/** The command payload of a retry that passed. A raw sandbox card number ends here, as with a payment. */
export function toRetrySubscriptionPayload(
  dto: RetrySubscriptionDto,
  context: Pick<WriteContext, 'livemode' | 'rules'>,
): RetrySubscriptionPayload {
  const { invoice_id: invoiceId } = dto;
  return {
    ...(invoiceId && { invoiceId }),
    ...(isPaidByCustomer(dto) && { payment: toPayInvoicePayload(dto, context) }),
  };
}
