import { ID_PREFIX, type Clock, type PingOutcome, type PublicEvent } from '#contracts';
import type { EventStore, Snapshot, TaskRunner } from '#event-store';
import type { PersonalData } from '#personal-data';
import type { PingState } from './aggregate';
import type { WebhookSender } from '../webhook-sender/attempt';
import { readSigningKey } from '../webhook-sender/signing';
import type { EndpointState, LiveEndpoint } from '../endpoint/state';
import { isUnexpired } from '../endpoint/decide/secrets';

/** A caller waits for it (docs/reference/webhooks.md, Resends, replays and pings). */
const TIMEOUT_MS_MAX = 10_000;

type Pending = Extract<PingState, { status: 'pending' }>;

export interface PingParts {
  store: Pick<EventStore, 'findStream'>;
  webhookSender: Pick<WebhookSender, 'attempt'>;
  personalData: PersonalData;
  clock: Clock;
  /** By event type: never the caller's words, or a ping were a way to have anything signed. */
  examples: ReadonlyMap<string, PublicEvent>;
}

/** Sends a ping: the very courier and guard of deliveries, beside the queue and the statistics. */
export function pingSender(parts: PingParts): TaskRunner<Pending> {
  return async ({ snapshot: { head, state } }) => {
    const { accountId, livemode } = head;
    const endpoint = (await parts.store.findStream(state.terms.endpointId, accountId, livemode)) as Snapshot<EndpointState> | null;
    const isThere = endpoint?.state.status === 'enabled' || endpoint?.state.status === 'disabled';
    const payload = isThere ? await send(parts, { head, state, endpoint: endpoint.state as LiveEndpoint }) : NOTHING_SENT;
    return { type: 'webhook_pings.record_outcome', payload };
  };
}

/** The endpoint was deleted meanwhile. */
const NOTHING_SENT: PingOutcome = { isDelivered: false, statusCode: null, errorCode: 'internal', durationMs: 0 };

interface Order {
  head: Snapshot['head'];
  state: Pending;
  endpoint: LiveEndpoint;
}

async function send(parts: PingParts, { head, state, endpoint }: Order): Promise<PingOutcome> {
  const { streamId, accountId, livemode } = head;
  const example = parts.examples.get(state.terms.eventType);
  if (example === undefined) throw new Error(`the catalog has no ${state.terms.eventType}`);
  const event = eventOf(example, { head, atMs: state.askedAtMs });
  const { verdict, statusCode, errorCode, totalMs } = await parts.webhookSender.attempt({
    deliveryId: streamId,
    endpointId: state.terms.endpointId,
    eventId: event.id,
    attemptNo: 1,
    url: endpoint.url,
    livemode,
    body: JSON.stringify(event),
    customHeaders: (await parts.personalData.unsealValue(endpoint.headers, accountId)) as Record<string, string>,
    keys: await signingKeysOf(parts, endpoint, accountId),
    timeoutMs: Math.min(endpoint.timeoutMs, TIMEOUT_MS_MAX),
  });
  return { isDelivered: verdict === 'delivered', statusCode, errorCode, durationMs: Math.round(totalMs) };
}

/** An example with an id of its own, so that no receiver takes the second ping for the first one come again. */
function eventOf(example: PublicEvent, { head, atMs }: { head: Snapshot['head']; atMs: number }): PublicEvent {
  return {
    ...example,
    id: `${ID_PREFIX.event}${head.streamId.slice(head.streamId.indexOf('_'))}`,
    created_at: Math.floor(atMs / 1000),
    timestamp: new Date(atMs).toISOString(),
    livemode: head.livemode,
    account_id: head.accountId,
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
