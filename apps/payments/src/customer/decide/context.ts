import type { Refusal } from '#contracts';
import type { Decision } from '#decider';
import type { CustomerEvent } from '../events';
import type { CustomerRules } from './rules';

/** What a decision about a customer looks at. */
export interface CustomerContext {
  /** Milliseconds since the epoch. */
  nowMs: number;
  rules: CustomerRules;
  /** The id of the nth change of the balance. */
  transactionIdOf(number: number): string;
}

export type CustomerDecision = Decision<CustomerEvent, Refusal>;
