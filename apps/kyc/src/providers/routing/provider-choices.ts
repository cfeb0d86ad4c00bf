import type { DocumentType, Refusal, VerificationMethod } from '#contracts';
import type { ProviderChoice } from '../../verification/events';

/** Whom to ask about a document in live mode: a function of its arguments and the configuration, fit to stand in a decision. */
export interface ProviderChoices {
  /**
   * The chain of providers and methods, the first to be asked first.
   *
   * @param method the one that the caller named; null leaves it to the configuration.
   * @returns the refusal `processor_not_configured` when no provider can be called.
   */
  choose(type: DocumentType, method: VerificationMethod | null): { chain: readonly ProviderChoice[] } | { refusal: Refusal };
}
