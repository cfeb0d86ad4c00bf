import { WebhookAttemptResource, WebhookDeliveryResource } from '#contracts';
import type { RouteDocs } from '../../../docs/route-docs';
import { EVENT_ID } from '../../events/docs/event-docs';
import { ENDPOINT_ID } from '../../webhook-endpoints/docs/endpoint-docs';

const DELIVERY_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'whd_0TgWzRaB07xK2mNq5Yd8Vf3L' } as const;

/** What the reference says of each route of deliveries. */
export const DELIVERY_DOCS = {
  listOfEndpoint: {
    summary: 'List the deliveries to a webhook endpoint',
    params: [ENDPOINT_ID],
    item: WebhookDeliveryResource,
    errors: ['resource_missing'],
  },
  listOfEvent: {
    summary: 'List the deliveries of an event',
    params: [EVENT_ID],
    item: WebhookDeliveryResource,
    errors: ['resource_missing'],
  },
  get: { summary: 'Retrieve a delivery', params: [DELIVERY_ID], answer: { description: 'The delivery.', type: WebhookDeliveryResource } },
  listAttempts: {
    summary: 'List the attempts of a delivery',
    params: [DELIVERY_ID],
    item: WebhookAttemptResource,
    errors: ['resource_missing'],
  },
  resend: {
    summary: 'Send a delivery again',
    description: 'Makes a new delivery of the same event to the same endpoint; one that is still open is due now instead. 100 a minute.',
    params: [DELIVERY_ID],
    answer: { status: 202, description: 'The delivery that is open now.', type: WebhookDeliveryResource },
    errors: ['resource_missing', 'state_conflict'],
  },
  cancel: {
    summary: 'Cancel a delivery',
    description:
      'Ends a delivery that is `pending` or `retrying`: no further attempt is made, and no replay of what was missed or failed brings it back; a resend, or a replay of all, does. An attempt that is under way at this moment may still arrive; its result stands among the attempts. Later deliveries of an endpoint that keeps the order go on, after such an attempt is over.',
    params: [DELIVERY_ID],
    answer: { status: 200, description: 'The delivery, cancelled.', type: WebhookDeliveryResource },
    errors: ['resource_missing', 'state_conflict'],
  },
} as const satisfies Record<string, RouteDocs>;
