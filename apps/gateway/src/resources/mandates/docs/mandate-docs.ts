import { MandateResource } from '#contracts';
import type { RouteDocs } from '../../../docs/route-docs';

export const MANDATE_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'mandate_0VB3xQ9k42Pn4d8TmWq7ZcHs' } as const;

const acts = (summary: string, errors: RouteDocs['errors'] = []) => ({
  summary,
  params: [MANDATE_ID],
  answer: { status: 200 as const, description: 'The mandate.', type: MandateResource },
  errors: ['state_conflict' as const, ...(errors ?? [])],
});

/** What the reference says of each route of mandates. */
export const MANDATE_DOCS = {
  create: {
    summary: 'Register a mandate on UPI Autopay, a card or eNACH',
    description:
      'What a payer agrees to: later debits up to an amount, until a date. In test mode it is active at once, unless an instrument of the sandbox says otherwise or there is a `return_url`. In live mode it is `created` first, and its processor is asked at once.',
    answer: { status: 201, description: 'The mandate.', type: MandateResource },
    errors: [
      'parameter_missing',
      'parameters_exclusive',
      'amount_too_small',
      'amount_too_large',
      'bank_not_supported',
      'url_invalid',
      'metadata_invalid',
      'resource_missing',
      'processor_not_configured',
    ],
  },
  list: { summary: 'List mandates', item: MandateResource },
  get: { summary: 'Retrieve a mandate', params: [MANDATE_ID], answer: { description: 'The mandate.', type: MandateResource } },
  pause: acts('Pause a mandate, where its rail and its processor can'),
  resume: acts('Resume a mandate that you paused'),
  revoke: acts('End a mandate for good'),
} as const satisfies Record<string, RouteDocs>;
