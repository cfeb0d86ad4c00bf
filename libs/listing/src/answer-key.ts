import { ERRORS, type Refusal, type UsedKey } from '#contracts';
import type { EventStore, KeyedOutcome } from '#event-store';
import { ownerIn, type InternalAnswer, type InternalRequest } from './answer-list';
import type { ListOwner } from './list-reader';

/** The part of the store that remembers keys. */
export type KeySource = Pick<EventStore, 'reads'>;

/** What a service knows beyond its stored answers. */
export interface MoreOfKeys {
  /** Whether a request may be under way of which nothing is stored. */
  isHeld?(owner: ListOwner, key: string): Promise<boolean>;
}

/**
 * Answers `GET /internal/idempotency_keys?key=…`: what the key was used for in this service in the last 30 days;
 * `idempotency_key_in_use` when that is not known yet.
 */
export async function answerKey(source: KeySource, request: InternalRequest, more: MoreOfKeys = {}): Promise<InternalAnswer> {
  const owner = ownerIn(request.headers);
  const key = new URLSearchParams(request.url.split('?', 2)[1] ?? '').get('key');
  if (owner === undefined || key === null) return refusal({ code: 'parameter_missing' });
  const found = await source.reads.findByIdempotencyKey(owner.accountId, owner.livemode, key);
  if (found !== null) return answerUsed(found);
  const isHeld = (await more.isHeld?.(owner, key)) ?? false;
  return refusal(isHeld ? { code: 'idempotency_key_in_use' } : { code: 'resource_missing', details: { param: 'key' } });
}

function answerUsed({ streamId, status, body, createdAtMs }: KeyedOutcome): InternalAnswer {
  const result: unknown = JSON.parse(body ?? 'null');
  const created_at = Math.floor(createdAtMs / 1000);
  const used: UsedKey = { id: streamId, object_id: streamId, http_status: status, created_at, result };
  return { status: 200, text: JSON.stringify(used) };
}

function refusal(named: Refusal): InternalAnswer {
  return { status: ERRORS[named.code].status, text: JSON.stringify(named) };
}
