import type { Command } from '../command';
import type { Failure, FailureReason } from '../india/failure-reasons';
import type { MandateStatus } from '../mandates/mandate.resource';
import type { Metadata } from '../payments/commands';
import type { DebitCancelReason, DebitOutcome } from './words';

/** What is asked of a mandate. Absent means empty. */
export interface DebitTerms {
  mandateId: string;
  /** Paise: e-mandates are in rupees. */
  amount: number;
  /** Not before this, ms since the epoch; absent for as soon as the rail takes it. */
  debitAfterMs?: number;
  /** Hours after the first attempt at which a failed debit is tried again, ascending; absent for those of the rail. */
  retrySchedule?: readonly number[];
  /** Where `debitAfterMs` is too early, as soon as the rail takes it. */
  orLater?: true;
  /** The invoice that it is to pay, and the subscription that made it. */
  invoiceId?: string;
  subscriptionId?: string;
  /** Shown to the payer in the notice. */
  description?: string;
  referenceId?: string;
  metadata?: Metadata;
}

/** What became of one attempt, as its payment tells. */
export interface AttemptReport {
  paymentId: string;
  /** `given_back`: taken, and refunded as a whole. */
  state: 'processing' | 'captured' | 'given_back' | 'failed';
  /** With `failed`, and where it is known why the outcome is open. */
  failure?: Failure;
}

/** What a processor behind a network reports of a notice, by itself or when it was asked. */
export interface NoticeReport {
  /** Which notice of the debit, from 1. */
  number: number;
  /** `unknown`: no answer that says. `failed`: it was refused, or did not reach the payer. */
  outcome: 'sent' | 'delivered' | 'failed' | 'opted_out' | 'unknown';
  /** Of an answer: which request for that notice, from 1. */
  request?: number;
  /** What the processor calls it. */
  reference?: string;
  /** With `delivered`, where the processor says when: ms since the epoch. */
  deliveredAtMs?: number;
}

/** Command type → payload: everything that can be asked of a debit (docs/reference/state-machines.md, Debit). */
export interface DebitCommandPayloads {
  'debits.create': DebitTerms;
  'debits.cancel': Record<string, never>;
  /** By its payment. */
  'debits.record_attempt': AttemptReport;
  /** By its processor, where that is behind a network. */
  'debits.record_notice': NoticeReport;
  /** By its mandate, which cannot be debited any more. */
  'debits.end_with_mandate': { status: Extract<MandateStatus, 'paused' | 'revoked' | 'expired'> };
  /** By its invoice, which needs no money any more, or not by this debit. */
  'debits.end_with_invoice': { reason: Extract<DebitCancelReason, 'invoice_settled' | 'collection_stopped'> };
  /** In the sandbox: what the payer or the bank does. */
  'debits.simulate': { outcome: DebitOutcome; reason?: FailureReason };
  /** Sent by the store when the time has come that the debit asked for. */
  'debits.wake': Record<string, never>;
}

export type DebitCommandType = keyof DebitCommandPayloads;

export const DEBIT_COMMAND_TYPES = [
  'debits.create',
  'debits.cancel',
  'debits.record_attempt',
  'debits.record_notice',
  'debits.end_with_mandate',
  'debits.end_with_invoice',
  'debits.simulate',
  'debits.wake',
] as const satisfies readonly DebitCommandType[];

export type DebitCommand = { [TType in DebitCommandType]: Command<TType, DebitCommandPayloads[TType]> }[DebitCommandType];
