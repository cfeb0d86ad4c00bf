import type { VerificationReason } from '#contracts';
import { accept } from '#decider';
import type { KycCommandOf, VerificationContext, VerificationDecision } from './context';
import type { VerificationEvent } from '../events';
import { held, missing, noConsent } from './refusals';
import { isOpen, type ExistingVerification, type VerificationState } from '../state';

/**
 * What identifies the person goes, in any state: an open flow ends first, because nothing that could finish it is left. While
 * a hold stands the account is refused, and an erasure without a waiting caller is postponed.
 */
export function redact(
  { payload: { because } }: KycCommandOf<'kyc.redact'>,
  state: VerificationState,
  { nowMs }: VerificationContext,
): VerificationDecision {
  if (state.status === 'none') return missing();
  if (state.redactedAtMs !== null) return accept([]);
  if (because === 'requested' && state.retention?.hold !== undefined) return held(state);
  // Between the look and the command it may have gone on: only what has ended is kept for a time that can be over.
  if (because === 'retention_over' && isOpen(state)) return accept([]);
  return accept(erasure(state, nowMs, 'cancelled_by_account'));
}

/** As easy as giving it (DPDP Act 2023, section 6(4)). Whether what was verified goes too is a rule of the operator. */
export function withdrawConsent(
  _command: KycCommandOf<'kyc.withdraw_consent'>,
  state: VerificationState,
  { nowMs, rules }: VerificationContext,
): VerificationDecision {
  if (state.status === 'none') return missing();
  if (state.terms.consent === null) return noConsent(state);
  if (state.retention?.consentWithdrawnAtMs !== undefined) return accept([]);
  const withdrawn: VerificationEvent = { type: 'kyc.verification.consent_withdrawn', data: { atMs: nowMs } };
  const isErased = state.redactedAtMs === null && (rules.erasesOnWithdrawal || isOpen(state));
  return accept([withdrawn, ...(isErased ? erasure(state, nowMs, 'consent_withdrawn') : [])]);
}

/** Nothing is erased while a hold stands; what was put off is done when it is lifted. */
export function hold(
  { payload: { reason } }: KycCommandOf<'kyc.hold'>,
  state: VerificationState,
  { nowMs }: VerificationContext,
): VerificationDecision {
  if (state.status === 'none') return missing();
  const current = state.retention?.hold?.reason ?? null;
  if (current === reason || (reason !== null && state.redactedAtMs !== null)) return accept([]);
  const changed: VerificationEvent = { type: 'kyc.verification.hold_changed', data: { reason, atMs: nowMs } };
  return accept([changed, ...(reason === null ? putOff(state, nowMs) : [])]);
}

/** The erasure that the hold stood in the way of. */
function putOff(state: ExistingVerification, nowMs: number): VerificationEvent[] {
  return state.retention?.isErasureDue && state.redactedAtMs === null ? gone(state, nowMs, 'cancelled_by_account') : [];
}

/** Said again it changes nothing. */
export function recordKeyDestroyed(_command: KycCommandOf<'kyc.record_key_destroyed'>, state: VerificationState): VerificationDecision {
  if (state.status === 'none') return missing();
  return accept(isKeyLeft(state) ? [{ type: 'kyc.verification.key_destroyed', data: {} }] : []);
}

/** Whether the key under which the personal fields were encrypted still has to be destroyed. */
export function isKeyLeft(state: VerificationState): boolean {
  return state.status !== 'none' && state.redactedAtMs !== null && state.retention?.isKeyDestroyed !== true;
}

function erasure(state: ExistingVerification, atMs: number, reason: VerificationReason): VerificationEvent[] {
  const { hold: waitingFor, isErasureDue } = state.retention ?? {};
  if (waitingFor === undefined) return gone(state, atMs, reason);
  const ended: VerificationEvent[] = isOpen(state) ? [{ type: 'kyc.verification.cancelled', data: { reason, atMs } }] : [];
  return isErasureDue ? ended : [...ended, { type: 'kyc.verification.erasure_deferred', data: { atMs } }];
}

function gone(state: ExistingVerification, atMs: number, reason: VerificationReason): VerificationEvent[] {
  const redacted: VerificationEvent = { type: 'kyc.verification.redacted', data: { atMs } };
  return isOpen(state) ? [{ type: 'kyc.verification.cancelled', data: { reason, atMs } }, redacted] : [redacted];
}
