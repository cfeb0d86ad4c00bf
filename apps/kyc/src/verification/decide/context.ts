import type { Refusal } from '#contracts';
import type { Decision } from '#decider';
import type { VerificationEvent } from '../events';
import type { VerificationRules } from './rules';

export interface VerificationContext {
  /** Milliseconds since the epoch. */
  nowMs: number;
  rules: VerificationRules;
}

export type VerificationDecision = Decision<VerificationEvent, Refusal>;
