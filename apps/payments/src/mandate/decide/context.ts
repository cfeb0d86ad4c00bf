import type { MandateReport, MandateTerms, Metadata, Refusal } from '#contracts';
import type { Decision, DecisionContext } from '#decider';
import type { MandateEvent } from '../events';
import type { RailsConfig } from './rails';

/** Configuration, never constants of a decision. */
export interface MandateRules extends RailsConfig {
  /** Merchant category code of the account; null when none is known. */
  mcc: string | null;
}

/** A mandate as a rail is asked about it. */
export interface MandateOnRail {
  mandateId: string;
  terms: MandateTerms;
  /** Milliseconds since the epoch. */
  nowMs: number;
}

/** A rail that answers without a network: the mandate and what becomes of it are one commit. */
export interface InstantRail {
  /** Why it cannot take a mandate with these words of the caller, or null. Absent: it takes any. */
  refusalOf?(metadata: Metadata | undefined): Refusal | null;
  register(mandate: MandateOnRail): MandateReport;
  /** What it says of a mandate that waits, once it may know more. */
  ask(mandate: MandateOnRail): MandateReport;
  /** What the payer does after a debit that succeeded; null for nothing. @param nth which debit it was, from 1. */
  debited(mandate: MandateOnRail, nth: number): MandateReport | null;
}

/** What a decision about a mandate looks at beside its state. */
export interface MandateContext extends DecisionContext {
  mandateId: string;
  rules: MandateRules;
  /** Name of the processor that takes the mandate. */
  processor: string;
  /** Null when the processor is behind a network: it is asked as soon as the mandate is stored. */
  rail: InstantRail | null;
  /** Whether its customer is there. */
  hasCustomer(): boolean;
}

export type MandateDecision = Decision<MandateEvent, Refusal>;
