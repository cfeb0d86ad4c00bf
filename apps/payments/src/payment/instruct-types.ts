import type { PaymentCommand, PaymentCommandType, Refusal } from '#contracts';
import type { PaymentInstruction } from './decide/instructions';
import type { PaymentRules } from './decide/rules';
import type { Processors } from '../processors/routing/choose-processor';

/** What turning a command into an instruction needs beside the payment. */
export interface DecisionContext {
  processors: Processors;
  rules: PaymentRules;
  nowMs: number;
}

/** What the payment is asked, or why nothing is asked of it. */
export type Instructed = { instruction: PaymentInstruction } | { refusal: Refusal };

/** A command of one kind. */
export type CommandOf<TType extends PaymentCommandType> = Extract<PaymentCommand, { type: TType }>;
