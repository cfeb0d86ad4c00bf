import type { FastifyInstance } from 'fastify';
import type { PaymentResource } from '#contracts';

/** What a payer may know of a payment. A new field belongs here or below: the compiler asks for it. */
type ForPayers =
  | 'id'
  | 'object'
  | 'livemode'
  | 'status'
  | 'amount'
  | 'currency'
  | 'amount_capturable'
  | 'amount_captured'
  | 'amount_refunded'
  | 'amount_over_refunded'
  | 'amount_refundable'
  | 'refund_status'
  | 'payment_method'
  | 'payment_methods'
  | 'payment_method_details'
  | 'description'
  | 'statement_descriptor'
  | 'capture_method'
  | 'capture_window_seconds'
  | 'capture_before_at'
  | 'next_action'
  | 'return_url'
  | 'checkout_url'
  | 'client_secret'
  | 'attempt_count'
  | 'last_error'
  | 'late_authorized'
  | 'disputed'
  | 'expires_at'
  | 'authorized_at'
  | 'captured_at'
  | 'cancelled_at'
  | 'failed_at'
  | 'created_at'
  | 'updated_at'
  | 'sequence';

/** What the merchant keeps beside a payment, and what is between it and the processor, as a payer sees it. */
const HIDDEN: Omit<PaymentResource, ForPayers> = {
  payment_method_id: null,
  customer: null,
  customer_id: null,
  metadata: {},
  reference_id: null,
  mandate_id: null,
  subscription_id: null,
  invoice_id: null,
  payment_link_id: null,
  processor: null,
  processor_reference: null,
  latest_attempt_id: null,
  risk: null,
  fee: null,
  tax: null,
  net_amount: null,
  settlement_id: null,
  transaction_id: null,
  cancellation_reason: null,
};

/** Answers to publishable keys show payments as their payers may see them. Installed before personal values are unsealed. */
export function installPayerView(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, _reply, payload, done) => {
    if (request.caller?.kind !== 'publishable' || typeof payload !== 'string') return done(null, payload);
    done(null, payerViewOf(payload));
  });
}

/** The body with what is none of the payer's business emptied; any other body as it is. */
export function payerViewOf(body: string): string {
  const parsed = JSON.parse(body) as Shown;
  const shown = shownToPayer(parsed);
  return shown === parsed ? body : JSON.stringify(shown);
}

/** What an answer may hold: an object, what a dry run would have made of one, or an error. */
interface Shown {
  object?: unknown;
  error?: { existing_id?: string | null };
  resource?: Shown;
}

function shownToPayer(answer: Shown): Shown {
  if (answer.object === 'payment') return { ...answer, ...HIDDEN };
  // Another payment of the same order may be another payer's.
  if (answer.error?.existing_id) return { ...answer, error: { ...answer.error, existing_id: null } };
  return answer.object === 'dry_run' && answer.resource ? { ...answer, resource: shownToPayer(answer.resource) } : answer;
}
