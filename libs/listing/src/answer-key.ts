import { ERRORS, type Refusal, type UsedKey } from '#contracts';
import type { EventStore } from '#event-store';
import { ownerIn, type InternalAnswer, type InternalRequest } from './answer-list';

/** The part of the store that remembers keys. */
export type KeySource = Pick<EventStore, 'findByIdempotencyKey'>;

/** Answers `GET /internal/idempotency_keys?key=…`: what the key was used for in this service in the last 30 days. */
export async function answerKey(source: KeySource, request: InternalRequest): Promise<InternalAnswer> {
  const owner = ownerIn(request.headers);
  const key = new URLSearchParams(request.url.split('?', 2)[1] ?? '').get('key');
  if (owner === undefined || key === null) return refusal({ code: 'parameter_missing' });
  const found = await source.findByIdempotencyKey(owner.accountId, owner.livemode, key);
  if (found === null) return refusal({ code: 'resource_missing', details: { param: 'key' } });
  const { streamId, status, body, createdAtMs } = found;
  const used: UsedKey = {
    id: streamId,
    http_status: status,
    created_at: Math.floor(createdAtMs / 1000),
    result: JSON.parse(body ?? 'null'),
  };
  return { status: 200, text: JSON.stringify(used) };
}

function refusal(named: Refusal): InternalAnswer {
  return { status: ERRORS[named.code].status, text: JSON.stringify(named) };
}
