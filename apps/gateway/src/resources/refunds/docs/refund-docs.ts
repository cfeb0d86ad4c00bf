import { ExpandedRefund, RefundResource } from '#contracts';
import type { RouteDocs } from '../../../docs/route-docs';
import { PAYMENT_ID } from '../../payments/docs/payment-docs';

/** The path parameter of every route of one refund. */
export const REFUND_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'rfnd_0TgWzRaB07xK2mNq5Yd8Vf3L' } as const;

/** What the reference says of each route of refunds. */
export const REFUND_DOCS = {
  create: {
    summary: 'Refund a captured payment in full or in part',
    answer: { status: 201, description: 'The refund.', type: RefundResource },
    errors: [
      'parameter_missing',
      'amount_too_small',
      'amount_too_large',
      'metadata_invalid',
      'refund_amount_exceeds_available',
      'resource_missing',
      'payment_not_refundable',
      'resource_already_exists',
      'processor_unavailable',
      'processor_not_configured',
      'processor_timeout',
    ],
  },
  list: { summary: 'List refunds', item: ExpandedRefund },
  listOfPayment: { summary: 'List the refunds of a payment', params: [PAYMENT_ID], item: ExpandedRefund, errors: ['resource_missing'] },
  get: { summary: 'Retrieve a refund', params: [REFUND_ID], answer: { description: 'The refund.', type: ExpandedRefund } },
  update: {
    summary: 'Change description, reference_id and metadata of a refund',
    params: [REFUND_ID],
    answer: { status: 200, description: 'The refund.', type: RefundResource },
    errors: ['metadata_invalid'],
  },
  cancel: {
    summary: 'Cancel a refund that was not sent yet; its amount can be refunded again',
    params: [REFUND_ID],
    answer: { status: 200, description: 'The refund.', type: RefundResource },
    errors: ['state_conflict', 'refund_already_processed'],
  },
} as const satisfies Record<string, RouteDocs>;
