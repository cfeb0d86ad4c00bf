import type { Refusal } from '#contracts';
import type { Decision } from '#decider';
import type { RefundEvent } from '../events';
import type { RefundRules } from './rules';

export interface RefundContext {
  /** Milliseconds since the epoch. */
  nowMs: number;
  rules: RefundRules;
}

export type RefundDecision = Decision<RefundEvent, Refusal>;
