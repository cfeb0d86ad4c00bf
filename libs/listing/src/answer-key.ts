import { toSeconds, type UsedKey } from '#contracts';
import type { EventStore } from '#event-store';
import { RefusalError } from './refusal-error';
import type { ListOwner } from './terms';

/** The part of the store that remembers keys. */
export type KeySource = Pick<EventStore, 'reads'>;

/**
 * The answer to `GET /internal/idempotency_keys`: what the key was used for in this service in the last 30 days.
 *
 * @throws RefusalError resource_missing when nothing is known of it.
 */
export async function answerKey(source: KeySource, key: string, { accountId, livemode }: ListOwner): Promise<UsedKey> {
  const found = await source.reads.findByIdempotencyKey(accountId, livemode, key);
  if (found === null) throw new RefusalError('resource_missing', { param: 'key' });
  const { streamId, status, body, fingerprint, createdAtMs } = found;
  const result: unknown = JSON.parse(body ?? 'null');
  return { id: streamId, object_id: streamId, http_status: status, created_at: toSeconds(createdAtMs), result, body, fingerprint };
}
