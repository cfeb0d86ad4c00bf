import type { RefundFailureCode, RefundSpeed } from '#contracts';

/** Numbers by which the payer's bank finds a refund. Absent means unknown so far. */
export interface RefundReferences {
  /** UPI: 12 digits. */
  rrn?: string;
  /** Cards: 23 digits, one to three days after the refund. */
  arn?: string;
  /** Bank transfers. */
  utr?: string;
}

/**
 * What a processor says about a refund, in the words of the domain. `pending` covers everything not known for certain: a
 * call that did not come back may have sent the money.
 */
export interface RefundAnswer {
  state: 'pending' | 'processed' | 'failed' | 'cancelled';
  /** The processor's own id; null while it returned none. */
  reference: string | null;
  speed: RefundSpeed;
  references: RefundReferences;
  /** With `failed`. */
  failure?: RefundFailureCode;
  /** Taken on but not sent to the bank: it can still be taken back. */
  isQueued?: true;
  /** When asking again makes sense, ms since the epoch; absent when it is unknown. */
  checkAtMs?: number;
}
