import {
  CreatedWebhookEndpoint,
  DeletedWebhookEndpoint,
  EnabledWebhookEndpoint,
  WebhookEndpointResource,
  WebhookEndpointWithSecret,
  WebhookHealthResource,
  WebhookPingResource,
} from '#contracts';
import type { ErrorCode } from '#contracts';
import type { RouteDocs } from '../../../docs/route-docs';

export const ENDPOINT_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'we_0TgWzRaB07xK2mNq5Yd8Vf3L' } as const;

/** What an endpoint's fields can be refused with, beside what every write can. */
const ENDPOINT_FIELD_ERRORS: readonly ErrorCode[] = [
  'parameter_missing',
  'parameters_exclusive',
  'metadata_invalid',
  'url_invalid',
  'url_not_allowed',
  'resource_already_exists',
];

/** What the reference says of each route of webhook endpoints. */
export const ENDPOINT_DOCS = {
  create: {
    summary: 'Create a webhook endpoint',
    answer: { status: 201, description: 'The endpoint, with its secret.', type: CreatedWebhookEndpoint },
    errors: [...ENDPOINT_FIELD_ERRORS, 'limit_exceeded', 'resource_missing'],
  },
  list: { summary: 'List webhook endpoints', item: WebhookEndpointResource },
  get: {
    summary: 'Retrieve a webhook endpoint',
    params: [ENDPOINT_ID],
    answer: { description: 'The endpoint.', type: WebhookEndpointResource },
  },
  update: {
    summary: 'Change a webhook endpoint',
    params: [ENDPOINT_ID],
    answer: { status: 200, description: 'The endpoint.', type: EnabledWebhookEndpoint },
    isBodyOptional: true,
    errors: [...ENDPOINT_FIELD_ERRORS, 'state_conflict'],
  },
  delete: {
    summary: 'Delete a webhook endpoint',
    params: [ENDPOINT_ID],
    answer: { status: 200, description: 'That it is gone.', type: DeletedWebhookEndpoint },
  },
  enable: {
    summary: 'Enable a webhook endpoint',
    params: [ENDPOINT_ID],
    answer: { status: 200, description: 'The endpoint.', type: EnabledWebhookEndpoint },
    errors: ['state_conflict'],
  },
  disable: {
    summary: 'Disable a webhook endpoint',
    params: [ENDPOINT_ID],
    answer: { status: 200, description: 'The endpoint.', type: WebhookEndpointResource },
  },
  rotateSecret: {
    summary: 'Rotate the secret of a webhook endpoint',
    params: [ENDPOINT_ID],
    answer: { status: 200, description: 'The endpoint, with its new secret.', type: WebhookEndpointWithSecret },
    isBodyOptional: true,
    errors: ['state_conflict'],
  },
  health: {
    summary: 'See how a webhook endpoint does',
    params: [ENDPOINT_ID],
    answer: { description: 'How it does.', type: WebhookHealthResource },
  },
  ping: {
    summary: 'Ping a webhook endpoint',
    description:
      'Sends one signed event now, waits up to 10 seconds for the answer, and says what came of it. In no statistics. 10 a minute.',
    params: [ENDPOINT_ID],
    answer: { status: 200, description: 'What came of it.', type: WebhookPingResource },
    isBodyOptional: true,
  },
} as const satisfies Record<string, RouteDocs>;
