import { PAYMENT_ATTEMPTS_MAX, type LateAuthorizationPolicy } from '#contracts';

/** The periods and bounds of a payment: configuration, never constants of the decision. Milliseconds unless said otherwise. */
export interface PaymentRules {
  /** From creation to `expires_at` when the caller gave none. */
  actionWindowMs: number;
  /** How long an unknown outcome is asked for before it counts as failed. */
  pollWindowMs: number;
  /** Before the first question about a UPI payment (docs/reference/indian-payments.md, Status requests). */
  pollFirstMs: number;
  /** Before the second question about any other payment at a network; doubled with each up to `pollIntervalMs`. */
  pollStartMs: number;
  /** Between two questions when the processor named no time. */
  pollIntervalMs: number;
  /** How long an authorization waits for its capture, where the payment does not say. */
  captureWindowMs: number;
  /** How long after capture a payment can be refunded. */
  refundWindowMs: number;
  /** Attempts of one payment. */
  attemptsMax: number;
  lateAuthorization: LateAuthorizationPolicy;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** What holds unless the operator sets something else (docs/reference/state-machines.md, Payment). */
export const DEFAULT_PAYMENT_RULES: PaymentRules = {
  actionWindowMs: 10 * MINUTE_MS,
  pollWindowMs: 3 * DAY_MS,
  pollFirstMs: 90_000,
  pollStartMs: 10_000,
  // At most three questions in any two hours (docs/reference/indian-payments.md, Status requests).
  pollIntervalMs: 40 * MINUTE_MS,
  captureWindowMs: 3 * DAY_MS,
  refundWindowMs: 180 * DAY_MS,
  attemptsMax: PAYMENT_ATTEMPTS_MAX,
  lateAuthorization: 'capture',
};
