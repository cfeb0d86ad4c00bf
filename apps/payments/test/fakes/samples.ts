import { newId, shardOfAccount, type MandateTerms } from '#contracts';
import { SystemRandom } from '#service';
import type { KnownMandate, NoticeInput, RegisterMandateInput } from '../../src/processors/mandate-processor';
import type { CallContext, CreateInput } from '../../src/processors/processor';

/** 20 November 2026, 13:00 UTC. */
export const NOW_MS = Date.UTC(2026, 10, 20, 13, 0, 0);
const ACCOUNT_ID = `acct_${'7'.repeat(24)}`;

const random = new SystemRandom();

/** A live payment of ₹500.00 with an id of its own. */
export function inputOf(change: Partial<CreateInput> = {}): CreateInput {
  return {
    paymentId: newId('payment', shardOfAccount(ACCOUNT_ID), NOW_MS, random),
    attempt: 1,
    amount: 50_000,
    currency: 'INR',
    instrument: { method: 'upi', flow: 'intent', vpa: null },
    captureMethod: 'automatic',
    description: 'Order 1001',
    customer: { name: 'Asha Verma', email: 'asha@example.com', phone: '+919876543210' },
    returnUrl: 'https://shop.example.com/back',
    expiresAtMs: NOW_MS + 1_200_000,
    ...change,
  };
}

const DAY_MS = 86_400_000;

/** What a payer is asked to agree to: debits of up to ₹500.00 on UPI, for a year. */
export function termsOf(change: Partial<MandateTerms> = {}): MandateTerms {
  return {
    customerId: newId('customer', shardOfAccount(ACCOUNT_ID), NOW_MS, random),
    instrument: { method: 'upi', vpa: null },
    maxAmount: 50_000,
    amountRule: 'maximum',
    frequency: 'as_presented',
    debitDayRule: 'on',
    startsAtMs: NOW_MS,
    endsAtMs: NOW_MS + 365 * DAY_MS,
    category: 'general',
    description: 'Gold membership',
    ...change,
  };
}

/** A live mandate with an id of its own. */
export function registrationOf(terms: Partial<MandateTerms> = {}): RegisterMandateInput {
  return {
    mandateId: newId('mandate', shardOfAccount(ACCOUNT_ID), NOW_MS, random),
    terms: termsOf(terms),
    references: {},
    payer: { name: 'Asha Verma', email: 'asha@example.com', phone: '+919876543210' },
    expiresAtMs: NOW_MS + DAY_MS,
  };
}

/** A notice of a debit of ₹499.00 tomorrow, with an id of its own. */
export function noticeOf(mandate: KnownMandate): NoticeInput {
  const debitId = newId('debit', shardOfAccount(ACCOUNT_ID), NOW_MS, random);
  return {
    debitId,
    number: 1,
    request: 1,
    amount: 49_900,
    debitAfterMs: NOW_MS + DAY_MS,
    mandate,
    description: 'Gold membership, November',
  };
}

/** The payment of an attempt of that debit. */
export function debitPaymentOf({ mandateId, references }: KnownMandate, processor: string, notice?: string): CreateInput {
  const debit = { processor, mandateId, references, ...(notice !== undefined && { notice }) };
  return inputOf({ amount: 49_900, instrument: { method: 'upi', flow: 'collect', vpa: null }, debit, startedAtMs: NOW_MS });
}

export function contextOf(change: Partial<CallContext> = {}): CallContext {
  const around = { signal: new AbortController().signal, stillOurs: () => Promise.resolve() };
  return {
    accountId: ACCOUNT_ID,
    idempotencyKey: 'k',
    livemode: true,
    timeoutMs: 5_000,
    traceId: 't',
    nowMs: NOW_MS,
    ...around,
    ...change,
  };
}
