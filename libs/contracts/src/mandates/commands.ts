import type { Command } from '../command';
import type { SealedText } from '../encrypted';
import type { Failure } from '../india/failure-reasons';
import type { CardFacts, Metadata } from '../payments/commands';
import type { MandateReferences } from './references';
import type { RegistrationPayment } from './registration-payment';
import type { MandateCategory, MandateFrequency, MandateOutcome } from './words';

/** How the payer of an eNACH mandate proves to be the holder of the account. */
export const ENACH_AUTHENTICATIONS = ['netbanking', 'debit_card', 'aadhaar'] as const;
export type EnachAuthentication = (typeof ENACH_AUTHENTICATIONS)[number];

/** A bank account as it may travel: its number is sealed under the customer's key. */
export interface AccountFacts {
  /** Four-letter code of the bank. */
  bank: string;
  ifsc: string | null;
  number: SealedText | null;
  last4: string | null;
  holderName: SealedText | null;
  accountType: 'savings' | 'current' | null;
  auth: EnachAuthentication;
}

/** What a mandate debits. Parts that were not given are null and left to the payer. */
export type MandateInstrument =
  { method: 'upi'; vpa: string | null } | { method: 'card'; card: CardFacts | null } | { method: 'enach'; account: AccountFacts | null };

/** Whether every debit is of the same amount, or of any up to it. */
export const AMOUNT_RULES = ['fixed', 'maximum'] as const;
export type AmountRule = (typeof AMOUNT_RULES)[number];

/** Where in a cycle a debit may be. */
export const DEBIT_DAY_RULES = ['on', 'before', 'after'] as const;
export type DebitDayRule = (typeof DEBIT_DAY_RULES)[number];

/** What the payer agrees to. Absent means empty. */
export interface MandateTerms {
  customerId: string;
  instrument: MandateInstrument;
  /** Paise: e-mandates are in rupees. */
  maxAmount: number;
  amountRule: AmountRule;
  frequency: MandateFrequency;
  /** Of the week, 1 for Monday to 7, or of the month, 1 to 31, by the frequency. A missing day is the last of the month. */
  debitDay?: number;
  debitDayRule: DebitDayRule;
  /** Milliseconds since the epoch. */
  startsAtMs: number;
  /** Milliseconds since the epoch. */
  endsAtMs: number;
  category: MandateCategory;
  /** Taken once the payer has agreed, minor units. */
  firstAmount?: number;
  /** The subscription that it is made for. */
  subscriptionId?: string;
  /** Routing hint. */
  processorHint?: string;
  description?: string;
  returnUrl?: string;
  referenceId?: string;
  metadata?: Metadata;
}

/** Whether a mandate ends with a subscription: `unless_used`, when no other one is under it; `when_idle`, and no debit is open. */
export type RevokeMandate = 'yes' | 'no' | 'unless_used' | 'when_idle';

/** Who ended or stopped a mandate. */
export type MandateParty = 'customer' | 'bank' | 'merchant';

/** What a rail says of a mandate. `payment`: where the registration takes the first payment, that it is captured. */
export type MandateReport =
  /** `action` is null where it is the bank that has to decide; it may say from when on it can be asked. */
  | { state: 'requires_action'; action: MandateAction | null; references?: MandateReferences; checkAtMs?: number }
  | { state: 'active'; references?: MandateReferences; payment?: RegistrationPayment }
  | { state: 'rejected'; failure: Failure; references?: MandateReferences }
  | { state: 'paused' | 'revoked'; by: MandateParty }
  | { state: 'expired' };

/**
 * What a processor behind a network is asked about a mandate. `return_verification`: what the registration took goes back, unless
 * the mandate became active with it as its first payment.
 */
export type MandateRequestKind = 'register' | 'fetch' | 'revoke' | 'pause' | 'resume' | 'return_verification';

/**
 * How such a request ended. `unknown`: without an answer that says; `not_taken`: certainly refused; `not_found`: the processor has
 * nothing under our id.
 */
export interface AnsweredMandateRequest {
  kind: MandateRequestKind;
  outcome: 'done' | 'unknown' | 'not_taken' | 'not_found';
  /** When the request was due, ms since the epoch: what the processor had to report after that may not be in its answer. */
  dueAtMs?: number;
}

/** What the payer has to do. */
export type MandateAction = { kind: 'upi_intent' | 'redirect_to_url'; url: string };

/** Command type → payload: everything that can be asked of a mandate (docs/reference/state-machines.md, Mandate). */
export interface MandateCommandPayloads {
  /** @property startsAtMs when it is made, unless given. */
  'mandates.create': Omit<MandateTerms, 'startsAtMs'> & Partial<Pick<MandateTerms, 'startsAtMs'>>;
  'mandates.pause': Record<string, never>;
  'mandates.resume': Record<string, never>;
  'mandates.revoke': Record<string, never>;
  /**
   * What the rail reported by itself or when it was asked; then `answers` names the request. With neither the rail has something to
   * report and is asked at once. `reportedAtMs`: when the rail made what it reported by itself, ms since the epoch.
   */
  'mandates.record_report': { report?: MandateReport; answers?: AnsweredMandateRequest; reportedAtMs?: number };
  /** In the sandbox: what the payer or the bank does. */
  'mandates.simulate': { outcome: MandateOutcome };
  /** By a debit under it. */
  'mandates.open_debit': { debitId: string };
  /** By an invoice of a subscription whose debit waits for one of the open ones to end. */
  'mandates.queue_debit': { invoiceId: string };
  /** By a debit that has ended. */
  'mandates.close_debit': { debitId: string; hasSucceeded: boolean };
  /** By a subscription that is to be debited under it, and by one that is not any more. */
  'mandates.join_subscription': { subscriptionId: string };
  'mandates.leave_subscription': { subscriptionId: string; revoke: RevokeMandate };
  /** Sent by the store when the time has come that the mandate asked for. */
  'mandates.wake': Record<string, never>;
}

export type MandateCommandType = keyof MandateCommandPayloads;

export const MANDATE_COMMAND_TYPES = [
  'mandates.create',
  'mandates.pause',
  'mandates.resume',
  'mandates.revoke',
  'mandates.record_report',
  'mandates.simulate',
  'mandates.open_debit',
  'mandates.queue_debit',
  'mandates.close_debit',
  'mandates.join_subscription',
  'mandates.leave_subscription',
  'mandates.wake',
] as const satisfies readonly MandateCommandType[];

export type MandateCommand = { [TType in MandateCommandType]: Command<TType, MandateCommandPayloads[TType]> }[MandateCommandType];
