import type { MandatesUnderTest } from '../src/processors/mandates-under-test.contract';
import type { CashfreeProcessor } from '../src/processors/cashfree/cashfree';
import { createCashfree } from '../src/processors/cashfree/create-cashfree';
import type { KnownMandate, RegisterMandateInput } from '../src/processors/mandate-processor';
import type { ProcessorEvent } from '../src/processors/processor';
import { CASHFREE_KEYS, FakeCashfree } from './fakes/cashfree';
import { contextOf, debitPaymentOf, noticeOf, NOW_MS, registrationOf } from './fakes/samples';

const MAKING = {
  registration: /POST .*subscriptions$/,
  notice: /POST .*notify-mandate/,
  payment: /POST .*(?:execute-mandate|pay)$/,
  revocation: /POST .*manage/,
};

export interface MandatesAtCashfree extends MandatesUnderTest {
  processor: CashfreeProcessor;
  api: FakeCashfree;
  /** Registers a mandate, and has the payer approve it. */
  active(input?: RegisterMandateInput): Promise<KnownMandate>;
  /** What the adapter reads in a webhook. */
  reported(type: string, data: object): ProcessorEvent[];
}

/** The adapter before a stand-in of Cashfree. @param isDirectEnabled whether the server-to-server API is open. */
export async function mandatesAtCashfree(isDirectEnabled: boolean): Promise<MandatesAtCashfree> {
  const api = new FakeCashfree(() => NOW_MS);
  await api.start();
  const { recurring } = api;
  const settings = { ...CASHFREE_KEYS, webhookSecrets: [CASHFREE_KEYS.clientSecret], isDirectEnabled };
  const { processor, close } = createCashfree({ apiUrl: `${api.url}/pg`, ...settings });
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
    reported: (type, data) => processor.parseWebhook({ ...api.sign({ type, data }), receivedAtMs: NOW_MS }),
    registration: (first) => ({ ...registrationOf(), ...(first !== undefined && { first: { amount: first, isKept: false } }) }),
    notice: (mandate) => noticeOf(mandate),
    payment: (mandate, notice) => debitPaymentOf(mandate, 'cashfree', notice),
    fake: {
      failNext: (fault, what) => api.failNext(fault, MAKING[what]),
      registrationsOf: (mandateId) => (recurring.subscriptions.has(mandateId) ? 1 : 0),
      noticesOf: (debitId) => recurring.noticesOf(debitId).length,
      paymentsOf: (paymentId) => (recurring.debits.has(paymentId) ? 1 : 0),
      approve: (mandateId, isCaptured = true) => void recurring.authorize(mandateId, isCaptured ? {} : { payment_status: 'PENDING' }),
      capture: (mandateId) => void recurring.authorize(mandateId),
      returnedOf: (mandateId) =>
        [...recurring.refunds.values()]
          .filter((one) => one['payment_id'] === `${mandateId}.auth`)
          .map((one) => Math.round(Number(one['refund_amount']) * 100)),
      deliver: ({ debitId }) => void recurring.notificationAs(debitId, 'SUCCESS'),
      settle: (paymentId, isPaid) => void recurring.settle(paymentId, isPaid ? 'SUCCESS' : 'FAILED'),
      isEnded: (mandateId) => recurring.subscriptions.get(mandateId)?.['subscription_status'] === 'CANCELLED',
      secrets: [CASHFREE_KEYS.clientSecret],
    },
    stop: async () => {
      await close();
      await api.stop().catch(() => undefined);
    },
  };
}
