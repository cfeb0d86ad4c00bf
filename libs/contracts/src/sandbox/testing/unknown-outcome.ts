import type { Refusal } from '../../errors';
import { KYC_OUTCOME_WORDS } from '../kyc-outcomes';
import { DEBIT_OUTCOME_WORDS } from '../mandates';
import { PAYMENT_OUTCOME_WORDS } from '../payment-outcomes';
import { REFUND_OUTCOME_WORDS } from '../refunds';

/** The `reason` of an outcome that is in no table. */
export const OUTCOME_UNKNOWN = 'sandbox_outcome_unknown';

/** The words of each object, and the section of the testing page that says what they do. */
const OUTCOMES = {
  payment: { words: PAYMENT_OUTCOME_WORDS, section: 'payment-outcomes' },
  debit: { words: [...DEBIT_OUTCOME_WORDS, ...PAYMENT_OUTCOME_WORDS], section: 'debit-outcomes' },
  refund: { words: REFUND_OUTCOME_WORDS, section: 'refund-outcomes' },
  verification: { words: KYC_OUTCOME_WORDS, section: 'kyc-outcomes' },
} as const;

/**
 * The refusal of an outcome that is in no table, with all that are. The word itself is not repeated: it may be anything.
 *
 * @param also words that this parameter takes beside those of the table.
 */
export function unknownOutcome(about: keyof typeof OUTCOMES, param: string, also: readonly string[] = []): Refusal {
  const { words, section } = OUTCOMES[about];
  const message = `must be one of ${[...also, ...words].join(', ')}.`;
  const problem = { param, code: 'parameter_invalid', message, reason: OUTCOME_UNKNOWN } as const;
  const hint = `/docs/testing#${section} says what each of them does.`;
  return { code: 'parameter_invalid', details: { message, param, reason: OUTCOME_UNKNOWN, hint, errors: [problem] } };
}
