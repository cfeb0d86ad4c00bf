import { isFailureReason, type FailureReason } from '../india/failure-reasons';
import { CARD_PLANS } from './cards';
import { AMOUNT_PLANS, BANK_PLANS, REFUSED_VPA, VPA_PLANS } from './instruments';
import { CAPTURED, failed, later, lateAuthorization, once, pending, type SandboxPlan } from './payment-plan';

/** The words of `metadata.sandbox_outcome` and of simulate that are not simply the reason of a failure. */
const OUTCOME_PLANS: Readonly<Record<string, SandboxPlan>> = {
  captured: CAPTURED,
  success: CAPTURED,
  authorized: once('authorized'),
  processing: pending('payment_pending'),
  requires_action: once('requires_action'),
  failed: failed('payment_declined'),
  expired: once('expired', 'payment_collect_request_expired'),
  late_authorized: lateAuthorization(),
  payment_pending: pending('payment_pending'),
  payment_pending_approval: BANK_PLANS.SBXM,
  payment_collect_request_expired: once('expired', 'payment_collect_request_expired'),
  deemed_transaction: later('deemed_transaction', 60, { state: 'captured' }),
  invalid_vpa: REFUSED_VPA,
  mandate_revoked: failed('mandate_revoked'),
  mandate_paused: failed('mandate_paused'),
};

/** Every reason that some table of the sandbox uses for a failure. */
const FAILURE_WORDS: ReadonlySet<FailureReason> = new Set(
  [VPA_PLANS, AMOUNT_PLANS, CARD_PLANS, BANK_PLANS]
    .flatMap((table) => Object.values(table))
    .flatMap((plan) => plan.steps)
    .flatMap((step) => (step.state === 'failed' && step.reason !== undefined ? [step.reason] : [])),
);

/** Every word that `metadata.sandbox_outcome` of a payment and `simulate` take: the special ones, then reasons of failures. */
export const PAYMENT_OUTCOME_WORDS: readonly string[] = [...new Set([...Object.keys(OUTCOME_PLANS), ...FAILURE_WORDS])];

/** The plan of an outcome word, or undefined when it is none of the sandbox's. */
export function findOutcomePlan(word: string): SandboxPlan | undefined {
  if (Object.hasOwn(OUTCOME_PLANS, word)) return OUTCOME_PLANS[word];
  return FAILURE_WORDS.has(word as FailureReason) ? failed(word as FailureReason) : undefined;
}

/** The words that say why a payment failed: `simulate` takes them beside `failed`. */
export const PAYMENT_FAILURE_WORDS: readonly string[] = PAYMENT_OUTCOME_WORDS.filter((word) => {
  const state = findOutcomePlan(word)?.steps[0].state;
  return isFailureReason(word) && (state === 'failed' || state === 'expired');
});
