import type { KnownMandate, RegisterMandateInput } from '../src/processors/mandate-processor';
import type { MandatesUnderTest } from '../src/processors/mandates-under-test.contract';
import type { ProcessorEvent } from '../src/processors/processor';
import { createRazorpay } from '../src/processors/razorpay/create-razorpay';
import type { RazorpayProcessor } from '../src/processors/razorpay/razorpay';
import { FakeRazorpay, RAZORPAY_KEYS } from './fakes/razorpay';
import { contextOf, debitPaymentOf, noticeOf, NOW_MS, registrationOf } from './fakes/samples';

const MAKING = {
  registration: /POST .*auth_links/,
  notice: /POST .*orders/,
  payment: /POST .*recurring/,
  revocation: /(?:PUT|POST) .*cancel/,
};
export const LOW_FUNDS = { status: 'failed', error_reason: 'insufficient_funds', error_description: 'asha@example.com has no money' };

export interface MandatesAtRazorpay extends MandatesUnderTest {
  processor: RazorpayProcessor;
  api: FakeRazorpay;
  /** Registers a mandate, and has the payer approve it. */
  active(input?: RegisterMandateInput): Promise<KnownMandate>;
  /** What the adapter reads in a webhook. */
  reported(delivery: ReturnType<FakeRazorpay['webhook']>): ProcessorEvent[];
}

/** The adapter before a stand-in of Razorpay. */
export async function mandatesAtRazorpay(): Promise<MandatesAtRazorpay> {
  const api = new FakeRazorpay(() => NOW_MS / 1000);
  await api.start();
  const { recurring } = api;
  const { keyId, keySecret, webhookSecret } = RAZORPAY_KEYS;
  const settings = { webhookSecrets: [webhookSecret], isDirectEnabled: false };
  const { processor, close } = createRazorpay({ apiUrl: api.url, keyId, keySecret, ...settings });
  const ctx = contextOf();
  return {
    api,
    processor,
    ctx,
    active: async (input = registrationOf()) => {
      await processor.mandates.register(input, ctx);
      recurring.authorize(input.mandateId);
      const { report } = await processor.mandates.fetch(input, ctx);
      return { ...input, references: (report !== undefined && 'references' in report ? report.references : undefined) ?? {} };
    },
    reported: (delivery) => processor.parseWebhook({ ...delivery, receivedAtMs: NOW_MS }),
    registration: (first) => ({ ...registrationOf(), ...(first !== undefined && { first: { amount: first, isKept: false } }) }),
    notice: (mandate) => noticeOf(mandate),
    payment: (mandate, notice) => debitPaymentOf(mandate, 'razorpay', notice),
    fake: {
      failNext: (fault, what) => api.failNext(fault, MAKING[what]),
      registrationsOf: (mandateId) => recurring.linksOf(mandateId).length,
      noticesOf: (debitId) => recurring.noticesOf(debitId).length,
      paymentsOf: (paymentId) => recurring.paymentsOf(paymentId).length,
      approve: (mandateId, isCaptured = true) =>
        void recurring.authorize(mandateId, 'confirmed', isCaptured ? {} : { status: 'authorized', captured: false }),
      capture: (mandateId) => void Object.assign(registeredWith(api, mandateId), { status: 'captured', captured: true }),
      returnedOf: (mandateId) => {
        const { id } = registeredWith(api, mandateId);
        return [...api.refunds.values()].filter((one) => one['payment_id'] === id).map(({ amount }) => Number(amount));
      },
      deliver: ({ debitId }) => void recurring.notificationAs(recurring.noticesOf(debitId)[0]?.id ?? '', 'delivered'),
      settle: (paymentId, isPaid) => void recurring.settle(paymentId, isPaid ? undefined : LOW_FUNDS),
      isEnded: (mandateId) => isEnded(api, mandateId),
      secrets: [keySecret, webhookSecret],
    },
    stop: async () => {
      await close();
      await api.stop().catch(() => undefined);
    },
  };
}

/** The payment that the payer authorized the token with. */
function registeredWith({ recurring, payments }: FakeRazorpay, mandateId: string): { id: string } {
  const [link] = recurring.linksOf(mandateId);
  const payment = [...payments.values()].find(({ invoice_id }) => invoice_id === link?.id);
  if (payment === undefined) throw new Error(`no payment of ${mandateId}`);
  return payment;
}

/** The page is closed, or the token that was authorized on it is cancelled at the network. */
function isEnded({ recurring, payments }: FakeRazorpay, mandateId: string): boolean {
  const [link] = recurring.linksOf(mandateId);
  if (link?.['status'] === 'cancelled') return true;
  const payment = [...payments.values()].find(({ invoice_id }) => invoice_id === link?.id);
  const token = recurring.tokens.get(String(payment?.['token_id']));
  return (token?.['recurring_details'] as { status: string } | undefined)?.status === 'cancellation_initiated';
}
