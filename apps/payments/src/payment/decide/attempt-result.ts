import type { CardBrand, Failure, Instrument } from '#contracts';

/** What the customer has to do next, as the processor reports it (docs/reference/processors.md). Times in ms since the epoch. */
export type NextAction =
  | { kind: 'redirect_to_url'; url: string; method: 'GET' | 'POST'; expiresAtMs: number }
  | { kind: 'upi_intent'; url: string; expiresAtMs: number }
  | { kind: 'upi_qr'; payload: string; expiresAtMs: number }
  | { kind: 'upi_collect'; vpa: string; expiresAtMs: number }
  | { kind: 'otp'; length: number; expiresAtMs: number }
  | { kind: 'app_intent'; url: string; expiresAtMs: number }
  | { kind: 'qr'; payload: string; expiresAtMs: number }
  | { kind: 'wait'; expiresAtMs: number };

/** Numbers by which the outside world finds the payment. Absent means unknown so far. */
export interface ProcessorReferences {
  /** 12 digits; customers know it as UTR. */
  rrn?: string;
  upiTransactionId?: string;
  bankTransactionId?: string;
}

/** What the processor knows of the instrument beyond what was asked. */
export interface InstrumentFacts {
  payerAccountType?: 'bank_account' | 'credit_card' | 'wallet' | 'credit_line';
  card?: { brand: CardBrand; last4: string; type?: string; issuer?: string; international: boolean };
}

/** Minor units. `fee` is without GST, `tax` is the GST on it. */
export interface ProcessorFee {
  fee: number;
  tax: number;
}

/**
 * What a processor says about one attempt, in the words of the domain. `processing` covers everything not known for
 * certain: a time-out is never a failure.
 */
export interface AttemptAnswer {
  processor: string;
  /** The processor's own id of the payment. */
  reference: string | null;
  state: 'requires_action' | 'processing' | 'authorized' | 'captured' | 'failed' | 'cancelled' | 'expired';
  /** Minor units: authorized or captured, as the state says. */
  amount: number;
  /** ISO 4217; absent where the adapter answers in the currency it was asked in. */
  currency?: string;
  instrument: Instrument;
  facts?: InstrumentFacts;
  references?: ProcessorReferences;
  nextAction?: NextAction;
  /** Why it failed, or what it waits for. */
  failure?: Failure;
  /** On the whole amount; known once money moved. */
  charge?: ProcessorFee;
  /** When asking again makes sense, ms since the epoch; absent when nothing more is to come. */
  checkAtMs?: number;
  /** No reply, or none that was understood: this says nothing about the payment. Always with `processing`. */
  isUnknown?: true;
}

/** Why an attempt went to its processor: what was asked of the routes and what they said. */
export interface RoutingFacts {
  /** The rule that matched, as the operator wrote it. */
  rule: string;
  /** The processors that could have taken the attempt, in order; the first of them was chosen. */
  order: string[];
  /** The processor the caller wished for. */
  hint?: string;
  /** Those of the rule that were left out, each with the reason. */
  skipped?: { processor: string; reason: RouteSkip }[];
}

/** Tried before in this payment, or not able to do this. */
export type RouteSkip = 'tried_before' | 'method' | 'currency' | 'upi_flow' | 'manual_capture';

/** A processor behind a network answers later: it is asked once the attempt is stored (tasks/call-processor.ts). */
export interface AnsweredLater {
  processor: string;
  routing?: RoutingFacts;
}

/** What becomes of a new attempt. */
export type FirstAnswer = AttemptAnswer | AnsweredLater;

/** What a processor said of one attempt of the payment. */
export interface Outcome {
  /** From 1. */
  attempt: number;
  answer: AttemptAnswer;
  /** Another processor to try after a decline. */
  retryOn?: AnsweredLater;
  /** When it was asked, ms since the epoch; absent when it reported by itself or was not reached. */
  askedAtMs?: number;
}
