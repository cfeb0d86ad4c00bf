import type { DebitTerms, IstDate, MandateTerms, Metadata, Refusal } from '#contracts';
import type { Decision, DecisionContext } from '#decider';
import type { RailsConfig } from '../../mandate/decide/rails';
import type { MandateState } from '../../mandate/state';
import type { DebitEvent } from '../events';

/** Configuration, never constants of a decision. */
export interface DebitRules extends RailsConfig {
  /** Whether banks are closed. */
  isHoliday(date: IstDate): boolean;
}

/** A debit as its rail is asked about it. */
export interface DebitOnRail {
  mandate: MandateTerms;
  debit: Pick<DebitTerms, 'amount' | 'description' | 'metadata'>;
  needsFactor: boolean;
}

/** What a rail says of a notice. `waits`: the payer has it, and has to approve the debit. */
export type NoticeAnswer = 'delivered' | 'waits' | 'opted_out' | 'sent' | 'refused';

/** A rail that answers without a network. */
export interface InstantDebitRail {
  /** Why it cannot take a debit with these words of the caller, or null. */
  refusalOf(metadata: Metadata | undefined): Refusal | null;
  /** Tells the payer of the debit. */
  notify(debit: DebitOnRail): NoticeAnswer;
}

/** What a decision about a debit looks at beside its state. */
export interface DebitContext extends DecisionContext {
  debitId: string;
  rules: DebitRules;
  rail: InstantDebitRail;
  /** The mandate as it is now; `none` when there is no such mandate. */
  mandate: MandateState;
  /** Whether the customer of the mandate is still there. */
  hasCustomer: boolean;
}

export type DebitDecision = Decision<DebitEvent, Refusal>;
