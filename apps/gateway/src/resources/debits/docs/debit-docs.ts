import { DebitResource } from '#contracts';
import type { RouteDocs } from '../../../docs/route-docs';
import { MANDATE_ID } from '../../mandates/docs/mandate-docs';

export const DEBIT_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'debit_0VB3xQ9k42Pn4d8TmWq7ZcHs' } as const;

/** What the reference says of each route of debits. */
export const DEBIT_DOCS = {
  create: {
    summary: 'Debit a mandate',
    description:
      'The payer is told first, by their bank or app, and the money is asked for 24 hours later at the earliest, within the hours of the rail. Each attempt is a payment of its own. `debit.succeeded` or `debit.failed` says how it ended.',
    params: [MANDATE_ID],
    answer: { status: 201, description: 'The debit.', type: DebitResource },
    errors: [
      'resource_missing',
      'parameter_missing',
      'amount_too_small',
      'amount_too_large',
      'metadata_invalid',
      'limit_exceeded',
      'mandate_not_active',
      'mandate_amount_exceeded',
      'mandate_cycle_used',
    ],
  },
  listOfMandate: { summary: 'List the debits of a mandate', params: [MANDATE_ID], item: DebitResource, errors: ['resource_missing'] },
  get: { summary: 'Retrieve a debit', params: [DEBIT_ID], answer: { description: 'The debit.', type: DebitResource } },
  cancel: {
    summary: 'Cancel a debit before its money is asked for',
    params: [DEBIT_ID],
    answer: { status: 200, description: 'The debit.', type: DebitResource },
    errors: ['state_conflict'],
  },
} as const satisfies Record<string, RouteDocs>;
