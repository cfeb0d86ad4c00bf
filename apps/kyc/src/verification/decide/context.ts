import type {
  CommandBody,
  DocumentType,
  KycCommand,
  KycCommandType,
  Refusal,
  SandboxOutcome,
  SubmitInputPayload,
  VerificationMethod,
} from '#contracts';
import type { Decision } from '#decider';
import type { ProviderChoice, VerificationEvent, VerificationTerms } from '../events';
import type { VerificationRules } from './rules';
import type { ProviderStep } from './step';

/** What the sandbox has to know of a verification. */
export type SandboxTerms = Omit<VerificationTerms, 'expiresAtMs'>;

/** What the sandbox makes of an OTP or a share code that was handed in. */
export type SandboxAnswer = SubmitInputPayload['sandboxAnswer'];

/**
 * The provider of test mode. It answers without a network, so it is asked inside the decision and a sandbox verification is
 * one commit. Its answers are functions of their arguments (docs/reference/testing.md).
 */
export interface SandboxProvider {
  /** A new verification. */
  start(terms: SandboxTerms): ProviderStep;
  /** What a tester wants to become of it. */
  simulate(terms: SandboxTerms, outcome: SandboxOutcome): ProviderStep;
  /** The customer has done what was asked. */
  goOn(terms: SandboxTerms): ProviderStep;
  submitOtp(terms: SandboxTerms, answer: SandboxAnswer): ProviderStep;
  /** Another OTP. */
  resend(terms: SandboxTerms): ProviderStep;
  fetch(terms: SandboxTerms): ProviderStep;
}

/** What a decision is made with, beside command and state. */
export interface VerificationContext {
  /** Milliseconds since the epoch. */
  nowMs: number;
  rules: VerificationRules;
  /** Absent in live mode: providers there are behind a network, and the store's task asks them. */
  sandbox?: SandboxProvider;
  /**
   * Live mode: the chain of providers and methods, the first to be asked first. A function of its arguments and the configuration.
   *
   * @param method the one that the caller named; null leaves it to the configuration.
   */
  chooseProviders(type: DocumentType, method: VerificationMethod | null): { chain: readonly ProviderChoice[] } | { refusal: Refusal };
}

export type VerificationDecision = Decision<VerificationEvent, Refusal>;

/** A command of one type as a decision sees it. */
export type KycCommandOf<TType extends KycCommandType> = CommandBody<Extract<KycCommand, { type: TType }>>;
