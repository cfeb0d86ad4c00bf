import type { AccountFacts, CustomerSnapshot, MandateMethod, MandateReferences, MandateReport, MandateTerms } from '#contracts';
import type { CallContext, Minor } from './call';

/** What a processor makes of a rail: what it leaves out is as the rail has it. */
export interface MandateRail {
  /** From the delivered notice to the debit, ms. */
  waitMs?: number;
  /** Whether a merchant can pause a mandate there. */
  pause: boolean;
  /** How long the payer has to approve a mandate there, ms. */
  approveWithinMs?: number;
  /** Whether it takes no debit without a notice, not even the first one right after the registration. */
  firstNeedsNotice?: true;
  /** Whether the registration there takes the first payment where there is one, in place of what verifies the payer. */
  takesFirst?: true;
}

/** The rails on which a processor registers mandates. */
export type MandateRails = Partial<Record<MandateMethod, MandateRail>>;

/** A bank account in the clear. Never logged, never in an error. */
export type ClearAccount = Omit<AccountFacts, 'number' | 'holderName'> & { number: string | null; holderName: string | null };

/** A mandate as its processor is asked about it. Adapters keep nothing, so all of it comes with every call. */
export interface KnownMandate {
  mandateId: string;
  terms: MandateTerms;
  /** Empty while the processor named none: then the mandate is found by our id. */
  references: MandateReferences;
  /**
   * The payment that the registration takes; absent where it takes none. `isKept`: the mandate became active with it. Before that it goes
   * back with what ends the mandate, afterwards never.
   */
  first?: { amount: Minor; isKept: boolean };
}

export interface RegisterMandateInput extends KnownMandate {
  /** In the clear: who asks the processor has unsealed it. Never logged, never in an error. */
  payer: CustomerSnapshot;
  /** Of a mandate on a bank account, where it was given. */
  account?: ClearAccount;
  /** Until when the payer may approve it, ms since the epoch. */
  expiresAtMs: number;
}

/** What came of a request about a mandate. */
export interface MandateResult {
  /** How the mandate stands; absent where nothing was learned of that. */
  report?: MandateReport;
  /**
   * `done`: the processor has done it, or said how it stands. `unknown`: no answer that says. `not_taken`: certainly refused; why is
   * in the report. `not_found`: nothing is there under our id.
   */
  outcome: 'done' | 'unknown' | 'not_taken' | 'not_found';
}

/** A debit of which the payer is to hear. */
export interface NoticeInput {
  debitId: string;
  /** Which notice of the debit, from 1. */
  number: number;
  /** Which request for that notice, from 1. */
  request: number;
  amount: Minor;
  /** Not debited before this, ms since the epoch. */
  debitAfterMs: number;
  /** Shown to the payer. */
  description?: string;
  mandate: KnownMandate;
}

/** A notice that the processor has taken on, and what it calls it. */
export interface KnownNotice extends NoticeInput {
  reference: string;
}

/** What a processor says of a notice. `failed`: it was refused or did not reach the payer; `unknown`: no answer that says. */
export interface NoticeResult {
  outcome: 'sent' | 'delivered' | 'failed' | 'opted_out' | 'unknown';
  /** What the processor calls it. */
  reference?: string;
  /** With `delivered`, where it says when: ms since the epoch. */
  deliveredAtMs?: number;
}

/**
 * The part of a processor that registers mandates and notifies payers of debits. The debit itself is a payment: `create` of the payment
 * port with `debit`. The rules of that port hold here too: nothing is kept, nothing is thrown for what the outside does, and a repetition
 * with the same ids makes one mandate and one notice.
 */
export interface MandateProcessor {
  register(input: RegisterMandateInput, ctx: CallContext): Promise<MandateResult>;
  /** How the mandate stands. One whose registration takes the first payment is active once that is captured, and says which it is. */
  fetch(mandate: KnownMandate, ctx: CallContext): Promise<MandateResult>;
  /** Ends it for good, approved or not. What the registration took goes back, unless it is kept as the first payment. */
  revoke(mandate: KnownMandate, ctx: CallContext): Promise<MandateResult>;
  /** Only where the rails say `pause`. */
  pause?(mandate: KnownMandate, ctx: CallContext): Promise<MandateResult>;
  resume?(mandate: KnownMandate, ctx: CallContext): Promise<MandateResult>;
  /** Gives back what the registration took, unless it is kept. Absent where it goes back by itself, or nothing is taken. */
  returnVerification?(mandate: KnownMandate, ctx: CallContext): Promise<MandateResult>;
  /** Has the payer's bank or app notify them of a debit. */
  notify(input: NoticeInput, ctx: CallContext): Promise<NoticeResult>;
  fetchNotice(notice: KnownNotice, ctx: CallContext): Promise<NoticeResult>;
}
