import type { CheckName, CheckResult, CheckWord, ProviderFailureReason, VerificationReason, VerificationWarning } from '#contracts';

/** How alike two names are, in the words that Cashfree publishes (docs/reference/identity-documents.md, Names). */
export type NameBand = 'direct' | 'good_partial' | 'moderate_partial' | 'poor_partial' | 'no_match';

/** What the register returned about the holder. Personal values are encrypted tokens. Absent means not returned. */
export interface VerificationResult {
  customerName?: string;
  dateOfBirth?: string;
  address?: string;
  nameMatch?: { score: number | null; band: NameBand };
  addressScore?: number;
  faceScore?: number;
  checks: Partial<Record<CheckName, CheckResult>>;
  warnings: readonly VerificationWarning[];
}

/** What can be said about a verification. Times in ms since the epoch. */
export type ProviderResult =
  | { kind: 'passed'; result: VerificationResult }
  | { kind: 'failed'; reason: VerificationReason | CheckWord; result?: VerificationResult }
  | { kind: 'review'; reason: VerificationReason; result?: VerificationResult }
  | { kind: 'otp'; expiresAtMs: number; resendAfterMs: number }
  | { kind: 'otp_wrong'; reason: 'otp_incorrect' | 'otp_expired' }
  /** `checkAtMs`: when to ask whether the customer is done; absent where the customer comes to us. */
  | { kind: 'redirect'; url: string; expiresAtMs: number; checkAtMs?: number }
  | { kind: 'details'; missing: readonly string[] }
  /** `checkAtMs: null` means that polling brings nothing: the result will be reported. */
  | { kind: 'pending'; checkAtMs: number | null }
  /**
   * `isUnknown`: the question may have arrived, so that the same one is asked before anybody else. `mayBeCharged`: it may even
   * have been answered, so that no other provider is called at all.
   */
  | { kind: 'unavailable'; reason: ProviderFailureReason; retryAtMs: number | null; isUnknown?: boolean; mayBeCharged?: true }
  /** The provider's own time limit is over, of the OTP unless said otherwise. */
  | { kind: 'ended'; reason?: VerificationReason };

/** What a provider says about one verification, in the words of the domain (docs/reference/identity-providers.md, Answers). */
export type ProviderStep = ProviderResult & { provider: string; reference: string | null };
