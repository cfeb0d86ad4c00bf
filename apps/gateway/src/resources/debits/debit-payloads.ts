import type { CreateDebitDto, DebitTerms, FieldProblem } from '#contracts';
import { amountProblems } from '../../validation/amount-problems';

export function validateCreateDebit({ amount }: CreateDebitDto): FieldProblem[] {
  return amountProblems({ amount: amount ?? Number.NaN, currency: 'INR' });
}

/** The service refuses terms that the mandate does not allow. */
export function toDebitTerms(dto: CreateDebitDto, mandateId: string): DebitTerms {
  const { amount, debit_after_at: after, retry_schedule: retrySchedule, description, reference_id: referenceId, metadata } = dto;
  return {
    mandateId,
    amount,
    ...(after !== undefined && { debitAfterMs: after * 1_000 }),
    ...(retrySchedule && { retrySchedule }),
    ...(description && { description }),
    ...(referenceId && { referenceId }),
    ...(metadata && { metadata }),
  };
}
