import type { CheckName, CheckResult, CheckWord, NameMatch, ProviderTrouble, VerificationReason, VerificationWarning } from '#contracts';

/** What the register told about the holder. Personal values are sealed tokens. Absent means not told. */
export interface VerificationResult {
  customerName?: string;
  dateOfBirth?: string;
  address?: string;
  nameMatch?: { score: number | null; band: NameMatch['band'] };
  addressScore?: number;
  faceScore?: number;
  checks: Partial<Record<CheckName, CheckResult>>;
  warnings: readonly VerificationWarning[];
}

/** What can be said about a verification. Times in ms since the epoch. */
export type Said =
  | { kind: 'passed'; result: VerificationResult }
  | { kind: 'failed'; reason: VerificationReason | CheckWord; result?: VerificationResult }
  | { kind: 'review'; reason: VerificationReason; result?: VerificationResult }
  | { kind: 'otp'; expiresAtMs: number; resendAfterMs: number }
  | { kind: 'otp_wrong'; reason: 'otp_incorrect' | 'otp_expired' }
  | { kind: 'redirect'; url: string; expiresAtMs: number }
  | { kind: 'details'; missing: readonly string[] }
  /** `checkAtMs: null` means that nothing comes by asking: somebody will tell. */
  | { kind: 'pending'; checkAtMs: number | null }
  | { kind: 'unavailable'; reason: ProviderTrouble; retryAtMs: number | null }
  /** The provider's own time limit is over. */
  | { kind: 'ended'; reason?: 'otp_expired' | 'session_expired' };

/** What a provider says about one verification, in the words of the domain (spec/india.md 5.2). */
export type ProviderStep = Said & { provider: string; reference: string | null };
