import type { ResourceKind } from '#contracts';
import type { ForeignWords } from '../../validation/unknown-names';
import { API_KEY_WORDS, ENDPOINT_WORDS } from './access-words';
import { ANY_OBJECT_WORDS } from './any-object-words';
import { CUSTOMER_WORDS } from './customer-words';
import { INVOICE_WORDS } from './invoice-words';
import { PAYMENT_WORDS, REFUND_WORDS, SAVED_METHOD_WORDS } from './payment-words';
import { MANDATE_WORDS, PLAN_WORDS, SUBSCRIPTION_WORDS } from './subscription-words';

/**
 * The words of other payment APIs for what Hundi calls otherwise or does not do, by the object that a write is about. The names are
 * those of Stripe's and Razorpay's client libraries for Node.js (github.com/stripe/stripe-node, src/resources, which is generated from
 * Stripe's OpenAPI document; github.com/razorpay/razorpay-node, lib/types). With them stand usual variants that neither has, such as
 * `zip_code` and `ip_whitelist`. The forms of a subscription that Hundi reads as well (docs/reference/state-machines.md, Subscription)
 * are members of its body and stand in no table.
 */
const WORDS: Partial<Record<ResourceKind, ForeignWords>> = {
  payment: PAYMENT_WORDS,
  refund: REFUND_WORDS,
  customer: CUSTOMER_WORDS,
  paymentMethod: SAVED_METHOD_WORDS,
  plan: PLAN_WORDS,
  subscription: SUBSCRIPTION_WORDS,
  mandate: MANDATE_WORDS,
  debit: MANDATE_WORDS,
  invoice: INVOICE_WORDS,
  apiKey: API_KEY_WORDS,
  webhookEndpoint: ENDPOINT_WORDS,
};

/** The words that a write about this kind of object may meet. */
export function foreignWordsFor(resource: ResourceKind): ForeignWords {
  return { ...ANY_OBJECT_WORDS, ...WORDS[resource] };
}
