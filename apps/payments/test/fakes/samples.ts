import { newId, shardOfAccount } from '#contracts';
import { SystemRandom } from '#service';
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
