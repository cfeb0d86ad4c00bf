import {
  ATTEMPT_ERRORS,
  ID_PREFIX,
  newId,
  shardOfAccount,
  type Clock,
  type Command,
  type PingPayload,
  type PublicEvent,
  type Random,
  type Refusal,
  type Reply,
  type WebhookPingResource,
  toSeconds,
} from '#contracts';
import { refusalReply, type EventStore, type IdempotentRequests } from '#event-store';
import type { PersonalData } from '#personal-data';
import { missing } from '../internal-api/answer';
import type { AttemptResult, WebhookSender } from '../webhook-sender/attempt';
import { readSigningKey } from '../webhook-sender/signing';
import { isUnexpired } from './decide/secrets';
import type { EndpointState, LiveEndpoint } from './state';

/** A caller waits for it (docs/reference/webhooks.md, Resends, replays and pings). */
const TIMEOUT_MS_MAX = 10_000;

export interface PingParts {
  store: Pick<EventStore, 'reads'>;
  requests: IdempotentRequests;
  webhookSender: Pick<WebhookSender, 'attempt'>;
  personalData: PersonalData;
  clock: Clock;
  random: Random;
  /** By event type: never the caller's words, or a ping were a way to have anything signed. */
  examples: ReadonlyMap<string, PublicEvent>;
}

/** Sends pings as deliveries are sent, beside the queue and the statistics. */
export class Pings {
  constructor(private readonly parts: PingParts) {}

  /**
   * Sends one and stores what came of it as the answer. It is sent between two transactions: one that a crash interrupts, or
   * that comes twice at once, may be sent twice.
   */
  async send(command: Command<string, PingPayload>): Promise<Reply> {
    const { requests } = this.parts;
    const stored = command.dryRun ? null : await requests.find(command);
    if (stored !== null) return stored;
    const endpoint = await this.endpointOf(command);
    if ('code' in endpoint) return refusalReply(command, endpoint);
    const id = newId('webhookPing', shardOfAccount(command.accountId), this.parts.clock.nowMs(), this.parts.random);
    const ping = command.dryRun ? null : await this.attempt(id, command, endpoint);
    return requests.execute(command, () => Promise.resolve({ streamId: id, status: 200, body: JSON.stringify(ping) }));
  }

  private async endpointOf({ streamId, accountId, livemode }: Command): Promise<LiveEndpoint | Refusal> {
    const { store } = this.parts;
    const found = await store.reads.findStream<EndpointState>(streamId, accountId, livemode);
    if (found?.state.status === 'enabled' || found?.state.status === 'disabled') return found.state;
    const isOfOtherMode = found === null && (await store.reads.existsInOtherMode(streamId, accountId, livemode));
    return missing({ accountId, livemode }, isOfOtherMode);
  }

  private async attempt(
    id: string,
    { accountId, livemode, streamId, payload }: Command<string, PingPayload>,
    endpoint: LiveEndpoint,
  ): Promise<WebhookPingResource> {
    const { examples, webhookSender, personalData, clock } = this.parts;
    const example = examples.get(payload.eventType);
    if (example === undefined) throw new Error(`the catalog has no ${payload.eventType}`);
    const atMs = clock.nowMs();
    const event = eventOf(example, id, { accountId, livemode, atMs });
    const result = await webhookSender.attempt({
      deliveryId: id,
      endpointId: streamId,
      eventId: event.id,
      attemptNo: 1,
      url: endpoint.url,
      livemode,
      body: JSON.stringify(event),
      customHeaders: (await personalData.unsealValue(endpoint.headers, accountId)) as Record<string, string>,
      keys: await signingKeysOf(this.parts, endpoint, accountId),
      timeoutMs: Math.min(endpoint.timeoutMs, TIMEOUT_MS_MAX),
    });
    const about = { livemode, webhook_endpoint_id: streamId, event_type: payload.eventType };
    return { id, object: 'webhook_ping', ...about, ...resultOf(result), created_at: event.created_at };
  }
}

type Result = Pick<WebhookPingResource, 'status' | 'status_code' | 'error_code' | 'error_message' | 'duration_ms'>;

function resultOf({ verdict, statusCode, errorCode, totalMs }: AttemptResult): Result {
  return {
    status: verdict === 'delivered' ? 'succeeded' : 'failed',
    status_code: statusCode,
    error_code: errorCode,
    error_message: errorCode === null ? null : ATTEMPT_ERRORS[errorCode],
    duration_ms: Math.round(totalMs),
  };
}

/** An example with an id of its own, so that no receiver takes the second ping for the first one come again. */
function eventOf(
  example: PublicEvent,
  pingId: string,
  { accountId, livemode, atMs }: { accountId: string; livemode: boolean; atMs: number },
): PublicEvent {
  return {
    ...example,
    id: `${ID_PREFIX.event}${pingId.slice(pingId.indexOf('_'))}`,
    created_at: toSeconds(atMs),
    timestamp: new Date(atMs).toISOString(),
    livemode,
    account_id: accountId,
  };
}

async function signingKeysOf({ personalData, clock }: PingParts, { secrets, signing }: LiveEndpoint, accountId: string) {
  const nowMs = clock.nowMs();
  // The newest first, as deliveries are signed (docs/reference/webhooks.md, The request); sorting is stable.
  const usable = secrets
    .filter((secret) => isUnexpired(secret, nowMs) && (signing === 'both' || secret.alg === signing))
    .sort((left, right) => right.createdAtMs - left.createdAtMs);
  const texts = await Promise.all(usable.map(({ sealed }) => personalData.unsealValue(sealed, accountId)));
  return usable.flatMap(({ fingerprint }, index) => {
    const text = texts[index];
    return typeof text === 'string' ? [readSigningKey(text, fingerprint)] : [];
  });
}
