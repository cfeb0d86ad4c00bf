import type {
  DeletedWebhookEndpoint,
  WebhookAttemptResource,
  WebhookDeliveryResource,
  WebhookHealthResource,
  WebhookPingResource,
  WebhookPublicKeys,
  WebhookReplayResource,
  WebhookSourceIpsResource,
} from '#contracts';
import { EXAMPLE_IDS } from './ids';

/** Unix seconds: when the event of the examples was sent. */
const SENT_AT = 1_795_219_203;

/** What is shown about the sending of events, by the name of the schema. */
export function webhookExamples(): Record<string, object> {
  return {
    DeletedWebhookEndpoint: {
      id: EXAMPLE_IDS.webhookEndpoint,
      object: 'webhook_endpoint',
      deleted: true,
    } satisfies DeletedWebhookEndpoint,
    WebhookDeliveryResource: DELIVERY,
    WebhookAttemptResource: ATTEMPT,
    WebhookHealthResource: HEALTH,
    WebhookPingResource: PING,
    WebhookReplayResource: REPLAY,
    WebhookPublicKeys: PUBLIC_KEYS,
    WebhookSourceIpsResource: { object: 'webhook_source_ips', ipv4: ['192.0.2.10'], ipv6: [] } satisfies WebhookSourceIpsResource,
  };
}

const OF_ENDPOINT = { livemode: false, webhook_endpoint_id: EXAMPLE_IDS.webhookEndpoint };

const DELIVERY: WebhookDeliveryResource = {
  id: EXAMPLE_IDS.webhookDelivery,
  object: 'webhook_delivery',
  ...OF_ENDPOINT,
  event_id: EXAMPLE_IDS.event,
  event_type: 'payment.captured',
  resource_id: EXAMPLE_IDS.payment,
  sequence: 3,
  status: 'succeeded',
  cancellation_reason: null,
  trigger: 'auto',
  webhook_replay_id: null,
  attempt_count: 1,
  held: false,
  last_status_code: 200,
  last_error_code: null,
  next_attempt_at: null,
  first_attempt_at: SENT_AT,
  ended_at: SENT_AT,
  created_at: SENT_AT - 1,
};

const ATTEMPT: WebhookAttemptResource = {
  id: EXAMPLE_IDS.webhookAttempt,
  object: 'webhook_attempt',
  ...OF_ENDPOINT,
  webhook_delivery_id: EXAMPLE_IDS.webhookDelivery,
  event_id: EXAMPLE_IDS.event,
  number: 1,
  status: 'succeeded',
  error_code: null,
  error_message: null,
  request: { url: 'https://shop.example.com/hooks/hundi', headers: { 'webhook-id': EXAMPLE_IDS.event }, body: null },
  response: { status_code: 200, headers: {}, body: 'ok', body_bytes: 2, truncated: false },
  timings: { total_ms: 84, dns_ms: 2, connect_ms: 11, tls_ms: 24, ttfb_ms: 83 },
  retry_after: null,
  next_attempt_at: null,
  created_at: SENT_AT,
};

const HEALTH: WebhookHealthResource = {
  object: 'webhook_endpoint_health',
  ...OF_ENDPOINT,
  status: 'enabled',
  disabled_reason: null,
  breaker: 'closed',
  success_rate: { last_hour: 1, last_24_hours: 0.998, last_7_days: 0.999 },
  response_time: { p50_ms: 84, p95_ms: 210 },
  history: [{ start_at: 1_795_219_200, succeeded: 412, failed: 1 }],
  pending_deliveries: 0,
  oldest_pending_age: null,
  failure_streak: 0,
  failing_since_at: null,
  next_attempt_at: null,
  last_success_at: SENT_AT,
  last_failure_at: null,
};

const PING: WebhookPingResource = {
  id: EXAMPLE_IDS.webhookPing,
  object: 'webhook_ping',
  ...OF_ENDPOINT,
  event_type: 'webhook_endpoint.ping',
  status: 'succeeded',
  status_code: 200,
  error_code: null,
  error_message: null,
  duration_ms: 84,
  created_at: SENT_AT,
};

const REPLAY: WebhookReplayResource = {
  id: EXAMPLE_IDS.webhookReplay,
  object: 'webhook_replay',
  ...OF_ENDPOINT,
  status: 'running',
  failure_reason: null,
  include: 'all',
  since: 1_795_219_200,
  until: null,
  types: ['payment.*'],
  resource_id: EXAMPLE_IDS.payment,
  matched: 0,
  enqueued: 0,
  truncated: false,
  covered_until: null,
  ended_at: null,
  created_at: SENT_AT,
  updated_at: SENT_AT,
};

const PUBLIC_KEYS: WebhookPublicKeys = {
  object: 'list',
  data: [
    {
      public_key: 'whpk_CYs3IZqGhU7QE/VZsXvWVhOxryC8nap6kOVPCsJhgLk=',
      jwk: {
        kty: 'OKP',
        crv: 'Ed25519',
        x: 'CYs3IZqGhU7QE_VZsXvWVhOxryC8nap6kOVPCsJhgLk',
        kid: '2995001d9874dd90',
        use: 'sig',
        alg: 'EdDSA',
      },
      created_at: 1_795_219_200,
      expires_at: null,
    },
  ],
};
