import type { KycState, KycStatus } from '#contracts';
import type { CustomerRules } from './rules';

/** What a customer remembers of its verifications: those that are open, and the one that holds longest. */
export interface KycNotes {
  /** Ids, in the order in which they came. */
  open: readonly string[];
  /** `validUntilMs` in ms since the epoch; null for ever. */
  verified: { id: string; validUntilMs: number | null } | null;
}

export const NO_KYC_NOTES: KycNotes = { open: [], verified: null };

/** Open verifications that are remembered: each ends by itself within days, so that more are a fault of the account's own. */
const OPEN_MAX = 50;

/** The notes with one more report. The same report again changes nothing. */
export function noteKyc(notes: KycNotes, { verificationId, kycState, validUntilMs }: KycState): KycNotes {
  const others = notes.open.filter((id) => id !== verificationId);
  if (kycState === 'open') return { ...notes, open: [...others, verificationId].slice(-OPEN_MAX) };
  if (kycState === 'ended' || !holdsLonger(validUntilMs, notes.verified)) return { ...notes, open: others };
  return { open: others, verified: { id: verificationId, validUntilMs } };
}

function holdsLonger(validUntilMs: number | null, known: KycNotes['verified']): boolean {
  if (known === null || validUntilMs === null) return true;
  return known.validUntilMs !== null && validUntilMs >= known.validUntilMs;
}

/**
 * How far the customer is verified now: a verification holds until it has to be done again, the customer is then pending
 * for a time of grace, and none afterwards (docs/reference/state-machines.md, KYC verification).
 */
export function kycStatusAt(nowMs: number, { open, verified }: KycNotes, { kycReviewGraceMs }: CustomerRules): KycStatus {
  const untilMs = verified === null ? -Infinity : (verified.validUntilMs ?? Infinity);
  if (nowMs < untilMs) return 'verified';
  return open.length > 0 || nowMs < untilMs + kycReviewGraceMs ? 'pending' : 'none';
}

/** When time alone changes that status, ms since the epoch; null for never. */
export function kycChangeDueMs(status: KycStatus, { open, verified }: KycNotes, { kycReviewGraceMs }: CustomerRules): number | null {
  if (verified === null || verified.validUntilMs === null || status === 'none') return null;
  if (status === 'verified') return verified.validUntilMs;
  return open.length > 0 ? null : verified.validUntilMs + kycReviewGraceMs;
}
