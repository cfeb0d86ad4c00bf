/** The periods and bounds of a verification: configuration, never constants of the decision. Milliseconds unless said otherwise. */
export interface VerificationRules {
  /** How long a verification waits for the register or the customer (docs/reference/state-machines.md, KYC verification). */
  sessionWindowMs: number;
  /** After which a verification has to be done again (docs/reference/identity-documents.md, Consent and retention). */
  validForMs: number;
  /** Whether a withdrawn consent erases what was verified; false where a law has it kept, for example the PMLA. */
  erasesOnWithdrawal: boolean;
  /** Wrong OTPs before the verification fails. */
  otpTriesMax: number;
  /** Questions to providers before their troubles become a failure. */
  providerTriesMax: number;
  /** Wait after the first call without a reply, when no other provider can be called; doubled each time. */
  providerRetryMs: number;
  /** Between two such questions, at most. */
  providerRetryMsMax: number;
  /** So often the same is asked again when a question may have arrived, before another provider is. */
  unknownOutcomesMax: number;
}

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The defaults (docs/reference/state-machines.md, KYC verification). */
export const DEFAULT_VERIFICATION_RULES: VerificationRules = {
  sessionWindowMs: 24 * HOUR_MS,
  // Ten years: the period of customers of low risk.
  validForMs: 3_650 * DAY_MS,
  erasesOnWithdrawal: true,
  otpTriesMax: 3,
  providerTriesMax: 20,
  providerRetryMs: 2 * SECOND_MS,
  providerRetryMsMax: 300 * SECOND_MS,
  unknownOutcomesMax: 2,
};
