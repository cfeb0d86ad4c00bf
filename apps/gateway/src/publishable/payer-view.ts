import type { FastifyInstance } from 'fastify';
import type { PaymentResource } from '#contracts';

/** What a payment is to its payer: nothing that the merchant keeps beside it, and nothing of its processor or its costs. */
const HIDDEN: Partial<PaymentResource> = {
  customer: null,
  customer_id: null,
  metadata: {},
  reference_id: null,
  mandate_id: null,
  subscription_id: null,
  invoice_id: null,
  payment_link_id: null,
  payment_method_id: null,
  processor: null,
  processor_reference: null,
  latest_attempt_id: null,
  risk: null,
  fee: null,
  tax: null,
  net_amount: null,
  settlement_id: null,
  transaction_id: null,
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
  const parsed = JSON.parse(body) as { object?: unknown };
  return parsed.object === 'payment' ? JSON.stringify({ ...parsed, ...HIDDEN }) : body;
}
