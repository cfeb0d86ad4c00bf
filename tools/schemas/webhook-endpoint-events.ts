import {
  API_VERSION,
  PING_EVENT_TYPE,
  WEBHOOK_ENDPOINT_EVENT_TYPES,
  WebhookEndpointResource,
  type PublicEvent,
  type WebhookEndpointEventType,
} from '#contracts';
import { CREATED_AT, exampleEvent } from './example-event';

const CREATED: WebhookEndpointResource = {
  id: 'we_0VB3xQ9k42Wh7r3FnKp2LdTe',
  object: 'webhook_endpoint',
  livemode: false,
  url: 'https://shop.example.com/hooks/hundi',
  enabled_events: ['payment.*', 'refund.processed'],
  status: 'enabled',
  disabled_reason: null,
  disabled_at: null,
  description: 'Orders',
  metadata: {},
  secret_hint: 'x9Q=',
  previous_secret_expires_at: null,
  api_version: API_VERSION,
  signing: 'v1',
  ordering: 'none',
  max_in_flight: 16,
  rate_per_second: null,
  timeout_ms: 15_000,
  header_names: [],
  failing_since_at: null,
  pending_deliveries: null,
  last_delivery: null,
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
  sequence: 1,
};

type Step = [changes: Partial<WebhookEndpointResource>, previous: Partial<WebhookEndpointResource> | null];

const FAILING = { failing_since_at: CREATED_AT + 600 };
const DISABLED = { status: 'disabled', disabled_reason: 'failing', disabled_at: CREATED_AT + 432_600 } as const;

/** What each event changes, on the way from the creation. */
const STEPS: Record<WebhookEndpointEventType, Step> = {
  'webhook_endpoint.created': [{}, null],
  'webhook_endpoint.updated': [
    { enabled_events: ['*'], updated_at: CREATED_AT + 60, sequence: 2 },
    { enabled_events: CREATED.enabled_events },
  ],
  'webhook_endpoint.failing': [{ ...FAILING, updated_at: CREATED_AT + 1_500, sequence: 2 }, { failing_since_at: null }],
  'webhook_endpoint.disabled': [
    { ...FAILING, ...DISABLED, updated_at: DISABLED.disabled_at, sequence: 5 },
    { status: 'enabled', disabled_reason: null, disabled_at: null },
  ],
  'webhook_endpoint.recovered': [{ updated_at: CREATED_AT + 90_000, sequence: 4 }, FAILING],
  'webhook_endpoint.secret_rotated': [
    { secret_hint: 'Lk4=', previous_secret_expires_at: CREATED_AT + 90_000, updated_at: CREATED_AT + 3_600, sequence: 2 },
    { secret_hint: CREATED.secret_hint, previous_secret_expires_at: null },
  ],
  'webhook_endpoint.deleted': [{ status: 'deleted', updated_at: CREATED_AT + 86_400, sequence: 2 }, { status: 'enabled' }],
};

const MEANING: Record<WebhookEndpointEventType, string> = {
  'webhook_endpoint.created': 'A webhook endpoint was registered.',
  'webhook_endpoint.updated': 'Something about an endpoint changed, or it was enabled or disabled by the account: see previous_attributes.',
  'webhook_endpoint.failing': 'Deliveries to an endpoint have failed for a while without a success. Told to the other endpoints.',
  'webhook_endpoint.disabled': 'An endpoint gets nothing any more: disabled_reason says why. Told to the other endpoints.',
  'webhook_endpoint.recovered': 'Deliveries to an endpoint that was failing succeed again.',
  'webhook_endpoint.secret_rotated': 'An endpoint has a new secret; the earlier one signs too until previous_secret_expires_at.',
  'webhook_endpoint.deleted': 'An endpoint was deleted, and its secrets are destroyed.',
};

const WEBHOOK_ENDPOINT = { resourceType: 'webhook_endpoint', resource: WebhookEndpointResource };

/** The events of webhook endpoints. */
export const WEBHOOK_ENDPOINT_EVENTS = {
  ...WEBHOOK_ENDPOINT,
  service: 'webhooks' as const,
  meaning: Object.fromEntries(WEBHOOK_ENDPOINT_EVENT_TYPES.map((type) => [type, MEANING[type]])),
  exampleOf(type: string): PublicEvent {
    const [changes, previous] = STEPS[type as WebhookEndpointEventType];
    return exampleEvent(type, 'webhook_endpoint', { ...CREATED, ...changes }, previous);
  },
};

/** Sent to one endpoint, on demand: on no topic and in no feed. */
export const PING_EVENTS = {
  ...WEBHOOK_ENDPOINT,
  service: null,
  meaning: { [PING_EVENT_TYPE]: 'Somebody asked for a test of this endpoint. Sent to it alone, and kept nowhere.' },
  exampleOf: (type: string): PublicEvent => exampleEvent(type, 'webhook_endpoint', CREATED, null),
};
