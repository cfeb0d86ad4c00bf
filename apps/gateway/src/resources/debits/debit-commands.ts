import { CreateDebitDto, type DebitTerms, type FieldProblem } from '#contracts';
import { writeRoute } from '../../commands/write-route';
import { amountProblems } from '../../validation/amount-problems';

/** What each command on debits reads from its request, and what it sends to the service. */
export const DEBIT_COMMANDS = {
  create: writeRoute({
    resource: 'debit',
    command: 'debits.create',
    creates: true,
    parent: { kind: 'mandate', idParam: 'id' },
    body: CreateDebitDto,
    validate: validateCreateDebit,
    payload: (dto, { params }) => toDebitTerms(dto, params.id ?? ''),
  }),
  cancel: writeRoute({ resource: 'debit', command: 'debits.cancel', creates: false, payload: () => ({}) }),
};

function validateCreateDebit({ amount }: CreateDebitDto): FieldProblem[] {
  return amountProblems({ amount: amount ?? Number.NaN, currency: 'INR' });
}

/** What the mandate allows of it, the service judges. */
function toDebitTerms(dto: CreateDebitDto, mandateId: string): DebitTerms {
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
