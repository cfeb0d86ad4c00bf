import { API_VERSION, shardOfAccount, type EventMessage } from '#contracts';

/** What a test says about an event; the rest is filled in. */
export interface EventStub {
  accountId?: string;
  livemode?: boolean;
  id?: string;
  type?: string;
  resource?: { type?: string; id: string };
  sequence?: number;
  occurredAtMs?: number;
  correlation_id?: string;
  test_clock_id?: string;
  /** Further fields of the object. */
  object?: object;
}

/** An account, found by its number. */
export function accountOf(number: number): string {
  return `acct_${String(number).padStart(24, '0')}`;
}

/** The only account of most tests, and its shard. */
export const ACCOUNT = accountOf(1);
export const SHARD = shardOfAccount(ACCOUNT);

/** An id of this kind in the shard of an account. */
export function idOf(prefix: string, number: number, accountId = ACCOUNT): string {
  const shard = String(shardOfAccount(accountId)).padStart(2, '0');
  return `${prefix}_${'0VB3xQ9k'}${shard}${String(number).padStart(14, '0')}`;
}

/** The id of the operation that caused the event at a position. */
export function correlationOf(position: number): string {
  return `00000000-0000-4000-8000-${String(position).padStart(12, '0')}`;
}

/** A public event as it is on its topic. */
export function eventMessage(position: number, prev: number, stub: EventStub = {}): EventMessage {
  const accountId = stub.accountId ?? ACCOUNT;
  const resource = { type: 'payment', id: idOf('pay', 1, accountId), ...stub.resource };
  const { occurredAtMs = 1_795_219_200_000 + position, type = 'payment.captured', object = {}, ...envelope } = stub;
  const timestamp = new Date(occurredAtMs).toISOString();
  const event = {
    id: idOf('evt', position, accountId),
    object: 'event',
    type,
    api_version: API_VERSION,
    created_at: Math.floor(occurredAtMs / 1_000),
    timestamp,
    livemode: false,
    sequence: position,
    data: { object: { id: resource.id, object: resource.type, ...object }, previous_attributes: null },
    request: null,
    correlation_id: correlationOf(position),
    causation_id: null,
    test_clock_id: null,
    ...envelope,
    account_id: accountId,
    resource,
  };
  const cloudEvent = { id: event.id, source: `/accounts/${accountId}`, type, subject: resource.id, time: timestamp };
  const place = { shard: shardOfAccount(accountId), position: BigInt(position), prev: BigInt(prev) };
  return { key: resource.id, ...place, cloudEvent, value: JSON.stringify(event) };
}
