import { formatListCursor, type ListPage, type ListQuery, type WebhookAttemptResource } from '#contracts';
import type { EventStore, Snapshot } from '#event-store';
import { RefusalError, type ListOwner } from '#listing';
import type { PersonalData } from '#personal-data';
import { attemptIdOf, attemptNumberOf } from '../delivery-queue/attempt-id';
import { readSigningKey, signatureHeader } from '../webhook-sender/signing';
import type { EndpointState } from '../endpoint/state';
import { attemptResource, timestampOf, type AttemptContext } from '../delivery-queue/render-attempt';
import type { AttemptRow, AttemptsReader } from '../delivery-queue/attempts-reader';
import type { DeliveryRow } from '../delivery-queue/deliveries-reader';
import { statesThen } from './settings-then';

export interface AttemptQueryParts {
  store: EventStore;
  attempts: AttemptsReader;
  /** The sealed event of an id; null when it is not kept any more. */
  findBody: (eventId: string) => Promise<string | null>;
  personalData: PersonalData;
  /** What every request names itself. */
  userAgent: string;
}

type Existing = Exclude<EndpointState, { status: 'none' }>;

/** Shows attempts with what was sent in them. The signature is made again: it is as secret as the key, and needs no place. */
export class AttemptQueries {
  constructor(private readonly parts: AttemptQueryParts) {}

  /**
   * A page of the attempts of a delivery that is the caller's.
   *
   * @throws RefusalError cursor_invalid when `after` or `before` names no attempt of this delivery.
   */
  async page(delivery: DeliveryRow, query: ListQuery, owner: ListOwner): Promise<ListPage<WebhookAttemptResource>> {
    const found = await this.parts.attempts.page(delivery.delivery_id, query, placeOf(delivery, query));
    const hasMore = found.length > query.limit;
    const rows = hasMore ? found.slice(0, query.limit) : found;
    if (query.before !== null) rows.reverse();
    const data = await this.show(rows, delivery, owner);
    const direction = query.before === null ? 'after' : 'before';
    const last = direction === 'after' ? data.at(-1) : data[0];
    const page = { data, has_more: hasMore, next_cursor: hasMore && last ? formatListCursor({ direction, id: last.id }) : null };
    return query.wantsTotalCount ? { ...page, total_count: await this.parts.attempts.count(delivery.delivery_id) } : page;
  }

  private async show(rows: readonly AttemptRow[], delivery: DeliveryRow, owner: ListOwner): Promise<WebhookAttemptResource[]> {
    if (rows.length === 0) return [];
    const { store, findBody, personalData, userAgent } = this.parts;
    const { accountId, livemode } = owner;
    const snapshot = await store.reads.findStream<Existing>(delivery.endpoint_id, accountId, livemode);
    const sealed = await findBody(delivery.event_id);
    // Inside another JSON text a token could not be replaced any more.
    const body = sealed === null ? null : await personalData.unseal(sealed, accountId);
    // Answers were sealed when the event holds personal values (keptReply): any other text is the receiver's own, whatever it looks like.
    const shown = body === sealed ? rows : await this.withReplies(rows, accountId);
    const secrets = await this.secretsOf(snapshot, accountId);
    const settings = await this.settingsThen(rows, snapshot);
    return shown.map((row) => {
      const { url = '', headers = {} } = settings.get(Number(row.started_ms))?.state ?? {};
      const around = { delivery, url, userAgent, headerNames: Object.keys(headers), body };
      return attemptResource(row, { ...around, signature: signatureOf(row, around, secrets) });
    });
  }

  /** With the answers of the receiver opened; null where the customer was erased. */
  private async withReplies(rows: readonly AttemptRow[], accountId: string): Promise<AttemptRow[]> {
    const kept = JSON.stringify(rows.map(({ response_body: reply }) => reply));
    const replies = JSON.parse(await this.parts.personalData.unseal(kept, accountId)) as (string | null)[];
    return rows.map((row, index) => ({ ...row, response_body: replies[index] ?? null }));
  }

  /** The endpoint as it was when each attempt began, by that moment. */
  private async settingsThen(
    rows: readonly AttemptRow[],
    now: Snapshot<Existing> | null,
  ): Promise<ReadonlyMap<number, Snapshot<Existing>>> {
    if (now === null) return new Map();
    const { streamId, accountId, livemode } = now.head;
    return statesThen(
      now,
      rows.map(({ started_ms: startedMs }) => Number(startedMs)),
      (timeMs) => this.parts.store.reads.findStreamAsOf<Existing>(streamId, accountId, livemode, { timeMs }),
    );
  }

  /** By fingerprint; those that can be read. */
  private async secretsOf(snapshot: Snapshot<Existing> | null, accountId: string): Promise<Map<string, string>> {
    const secrets = new Map<string, string>();
    for (const { sealed, fingerprint } of snapshot?.state.secrets ?? []) {
      const secret = await this.parts.personalData.unsealValue(sealed, accountId);
      if (typeof secret === 'string') secrets.set(fingerprint, secret);
    }
    return secrets;
  }
}

/** The number of the attempt that the page begins after, or ends before. */
function placeOf({ delivery_id: deliveryId }: DeliveryRow, { before, after }: ListQuery): bigint | null {
  const cursor = before ?? after;
  if (cursor === null) return null;
  const place = attemptNumberOf(cursor);
  if (place !== null && attemptIdOf(deliveryId, String(place)) === cursor) return place;
  throw new RefusalError('cursor_invalid', { param: before === null ? 'starting_after' : 'ending_before' });
}

function signatureOf(
  row: AttemptRow,
  { delivery, body }: Pick<AttemptContext, 'delivery' | 'body'>,
  secrets: ReadonlyMap<string, string>,
): string | null {
  const fingerprints = row.key_fingerprints ?? [];
  const keys = fingerprints.flatMap((fingerprint) => {
    const secret = secrets.get(fingerprint);
    return secret === undefined ? [] : [readSigningKey(secret, fingerprint)];
  });
  if (body === null || keys.length === 0 || keys.length < fingerprints.length) return null;
  return signatureHeader(keys, { messageId: delivery.event_id, timestampS: timestampOf(row), body: Buffer.from(body) });
}
