import { DebitResource, MandateResource, PaymentResource, RefundResource, SubscriptionResource, VerificationResource } from '#contracts';
import type { RouteDocs } from '../../../docs/route-docs';
import { DEBIT_ID } from '../../debits/docs/debit-docs';
import { VERIFICATION_ID } from '../../kyc/docs/verification-docs';
import { MANDATE_ID } from '../../mandates/docs/mandate-docs';
import { PAYMENT_ID } from '../../payments/docs/payment-docs';
import { REFUND_ID } from '../../refunds/docs/refund-docs';
import { SUBSCRIPTION_ID } from '../../subscriptions/docs/subscription-docs';

/** What the reference says of each route of test helpers. */
export const SIMULATION_DOCS = {
  simulatePayment: {
    summary: 'Act as the payer, the bank or the network of the sandbox',
    params: [PAYMENT_ID],
    answer: { status: 200, description: 'The payment.', type: PaymentResource },
    errors: ['parameter_missing', 'parameters_exclusive', 'state_conflict'],
  },
  simulateRefund: {
    summary: 'Act as the bank of the sandbox on a refund',
    params: [REFUND_ID],
    answer: { status: 200, description: 'The refund.', type: RefundResource },
    errors: ['parameter_missing', 'parameters_exclusive', 'state_conflict'],
  },
  simulateSubscription: {
    summary: 'Let time pass for a subscription of the sandbox',
    params: [SUBSCRIPTION_ID],
    answer: { status: 200, description: 'The subscription.', type: SubscriptionResource },
    errors: ['parameter_missing', 'state_conflict', 'invoice_series_exhausted'],
  },
  simulateMandate: {
    summary: 'Act as the payer or the bank of the sandbox on a mandate',
    params: [MANDATE_ID],
    answer: { status: 200, description: 'The mandate.', type: MandateResource },
    errors: ['parameter_missing', 'state_conflict'],
  },
  simulateDebit: {
    summary: 'Act as the payer or the bank of the sandbox on a debit',
    params: [DEBIT_ID],
    answer: { status: 200, description: 'The debit.', type: DebitResource },
    errors: ['parameter_missing', 'parameters_exclusive', 'state_conflict'],
  },
  simulateVerification: {
    summary: 'Act as the customer, the register or the reviewer of the sandbox',
    params: [VERIFICATION_ID],
    answer: { status: 200, description: 'The verification.', type: VerificationResource },
    errors: ['parameter_missing', 'parameter_invalid', 'parameters_exclusive', 'state_conflict', 'key_restricted'],
  },
} as const satisfies Record<string, RouteDocs>;
