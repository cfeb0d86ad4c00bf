import { sealedAs, toSeconds } from '#contracts';
import type {
  CreatedWebhookEndpoint,
  CreateEndpointPayload,
  DeletedWebhookEndpoint,
  EnabledWebhookEndpoint,
  WebhookEndpointCommand,
  WebhookEndpointResource,
  WebhookEndpointWithSecret,
  WebhookPublicKey,
} from '#contracts';
import type { Snapshot } from '#event-store';
import type { DeletedEndpoint, EndpointState, LiveEndpoint } from './state';
import { isUnexpired } from './decide/secrets';

/** What the service counts about an endpoint, and its log does not know. */
export type EndpointCounts = Pick<WebhookEndpointResource, 'pending_deliveries' | 'last_delivery'> &
  Partial<Pick<WebhookEndpointResource, 'failing_since_at'>>;

/** What is known beside the log when a resource is shown. */
export interface EndpointView {
  /** Milliseconds since the epoch; without it, the time of the last event. */
  nowMs?: number;
  counts?: EndpointCounts;
}

const NOT_COUNTED: EndpointCounts = { pending_deliveries: null, last_delivery: null };

/** The public resource of an endpoint. Never a secret and never the value of a header. */
export function endpointResource({ head, state }: Snapshot<EndpointState>, view: EndpointView = {}): WebhookEndpointResource {
  if (state.status === 'none') throw new Error(`${head.streamId} has events but no webhook_endpoint.created`);
  return {
    id: head.streamId,
    object: 'webhook_endpoint',
    livemode: head.livemode,
    ...statusOf(state),
    ...settingsOf(state),
    secret_hint: state.secretHint,
    previous_secret_expires_at: formerSecretEndsAt(state, view.nowMs ?? head.updatedAtMs),
    failing_since_at: toSeconds(state.failingSinceMs),
    ...(view.counts ?? NOT_COUNTED),
    created_at: toSeconds(head.createdAtMs),
    updated_at: toSeconds(head.updatedAtMs),
    sequence: head.sequence,
  };
}

/** What a command is answered: the endpoint, with its secret once, with what was missed meanwhile, or that it is gone. */
export function endpointAnswer(
  snapshot: Snapshot<EndpointState>,
  { type, payload, dryRun }: Pick<WebhookEndpointCommand, 'type' | 'payload' | 'dryRun'>,
): WebhookEndpointResource | WebhookEndpointWithSecret | CreatedWebhookEndpoint | EnabledWebhookEndpoint | DeletedWebhookEndpoint {
  const { head, state } = snapshot;
  if (state.status === 'deleted') return { id: head.streamId, object: 'webhook_endpoint', deleted: true };
  const resource = endpointResource(snapshot);
  const secret = dryRun ? null : currentSecret(state);
  if (type === 'webhook_endpoints.rotate_secret') return { ...resource, secret } satisfies WebhookEndpointWithSecret;
  if (type === 'webhook_endpoints.create') {
    const { startFrom } = payload as CreateEndpointPayload;
    return { ...resource, secret, replay_id: startFrom?.replayId ?? null } satisfies CreatedWebhookEndpoint;
  }
  const { reenabled } = state as LiveEndpoint;
  if (reenabled?.atMs !== head.updatedAtMs) return resource;
  const since = toSeconds(reenabled.disabledAtMs);
  return { ...resource, suggested_replay: { since, include: 'missed' } } satisfies EnabledWebhookEndpoint;
}

/** The keys that `v1a` signatures are verified with now. */
export function publicKeysOf({ secrets }: LiveEndpoint, nowMs: number): WebhookPublicKey[] {
  return secrets.flatMap((secret) => {
    const { publicKey, fingerprint, createdAtMs, expiresAtMs } = secret;
    if (publicKey === null || !isUnexpired(secret, nowMs)) return [];
    const x = Buffer.from(publicKey.slice(publicKey.indexOf('_') + 1), 'base64').toString('base64url');
    const jwk = { kty: 'OKP', crv: 'Ed25519', x, kid: fingerprint, use: 'sig', alg: 'EdDSA' } as const;
    return [{ public_key: publicKey, jwk, created_at: toSeconds(createdAtMs), expires_at: toSeconds(expiresAtMs) }];
  });
}

type Existing = LiveEndpoint | DeletedEndpoint;

function statusOf({ status, disabledReason, disabledAtMs }: Existing) {
  return { status, disabled_reason: disabledReason, disabled_at: toSeconds(disabledAtMs) };
}

function settingsOf(state: Existing) {
  const { url, description, metadata, enabledEvents, apiVersion, signing, ordering, maxInFlight, ratePerSecond, timeoutMs, headers } =
    state;
  return {
    url,
    description,
    enabled_events: enabledEvents,
    metadata,
    api_version: apiVersion,
    signing,
    ordering,
    max_in_flight: maxInFlight,
    rate_per_second: ratePerSecond,
    timeout_ms: timeoutMs,
    header_names: Object.keys(headers),
  };
}

/** Until when the last of the earlier HMAC secrets signs; null when none does. */
function formerSecretEndsAt({ secrets }: Existing, nowMs: number): number | null {
  const ends = secrets.flatMap((secret) => (secret.alg === 'v1' && isUnexpired(secret, nowMs) ? [secret.expiresAtMs ?? 0] : []));
  return toSeconds(Math.max(0, ...ends) || null);
}

/** A token here; the gateway reads it for who may see it. */
function currentSecret(state: EndpointState): string | null {
  const secrets = state.status === 'none' ? [] : state.secrets;
  const token = secrets.find(({ alg, expiresAtMs }) => alg === 'v1' && expiresAtMs === null)?.sealed;
  return token === undefined ? null : sealedAs<string>(token);
}
