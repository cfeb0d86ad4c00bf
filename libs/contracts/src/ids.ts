import { base62OfBytes, fromBase62, toBase62 } from './base62';
import type { Random } from './ports';
import { RESOURCES, type ResourceKind } from './resources';
import { ALL_SHARDS, SHARD_COUNT, shardOfAccount } from './shards';

/** Prefixes of ids of what is no resource of its own. */
const OTHER_PREFIX = {
  attempt: 'att',
  /** Internal: who has a reference_id. */
  customerReference: 'cref',
  /** Internal: who has a reference_id. */
  planReference: 'plref',
  /** Never shown: what an account has decided that is needed without a request. */
  accountRules: 'acrules',
  /** Never shown: how many plans of an account and mode are active. */
  planRegistry: 'plreg',
  /** Never shown: how many subscriptions of an account and mode have not ended. */
  subscriptionRegistry: 'subreg',
  /** Never shown: how many subscriptions of a test clock have not ended. */
  clockSubscriptionRegistry: 'clksubreg',
  /** Never shown: how many test clocks of an account there are. */
  testClockRegistry: 'clkreg',
  /** A line of an invoice. */
  invoiceLine: 'il',
  invoiceSeries: 'invser',
  /** Never shown: the order of a merchant, by the `reference_id` of its payments. */
  paymentReference: 'pref',
  /** A person who signs in; never shown to merchants but as the actor of what they did. */
  user: 'usr',
  session: 'ses',
  passkey: 'passkey',
  invitation: 'invite',
  mail: 'mail',
  /** Never shown: a connection as the log of the platform has it. */
  platformConnection: 'pconn',
  /** A list as a member has filtered it, to be opened again. */
  savedView: 'view',
  /** One attempt of a delivery. */
  webhookAttempt: 'wha',
  /** Never shown: the endpoints of one account and mode. */
  webhookRegistry: 'wreg',
  /** Never shown: the replays of one account and mode that have not ended. */
  webhookReplayQueue: 'wrq',
} as const;

type ResourcePrefixes = { readonly [TKind in ResourceKind]: (typeof RESOURCES)[TKind]['idPrefix'] };

/** Every prefix of an id (docs/reference/api-conventions.md, Ids), by the word the code uses for the thing. */
export const ID_PREFIX = {
  ...OTHER_PREFIX,
  ...(Object.fromEntries(Object.entries(RESOURCES).map(([kind, { idPrefix }]) => [kind, idPrefix])) as ResourcePrefixes),
} as const;

/** Objects that a page may act for with a secret of their own, `pay_…_secret_…`, by the prefixes of their ids. */
export const CLIENT_SECRET_PREFIXES: readonly string[] = (
  ['payment', 'invoice', 'mandate', 'subscription', 'kycVerification'] as const
).map((kind) => ID_PREFIX[kind]);

export type IdKind = keyof typeof ID_PREFIX;

const TIME_LENGTH = 8;
const SHARD_LENGTH = 2;
const RANDOM_LENGTH = 14;
const BODY = /^[0-9A-Za-z]{24}$/;

/**
 * A new id: prefix, underscore, 24 base-62 characters that sort by time (docs/reference/api-conventions.md, Ids). Eight characters of
 * milliseconds, two decimal digits of the shard, fourteen random ones (82 bits).
 *
 * @param shard 0 to 63: where the aggregate lives, so that later commands route without a look-up.
 * @param nowMs milliseconds since the epoch; good until the year 8888.
 */
export function newId(kind: IdKind, shard: number, nowMs: number, random: Random): string {
  const time = toBase62(Math.trunc(nowMs), TIME_LENGTH);
  return `${ID_PREFIX[kind]}_${time}${encodeShard(shard)}${base62OfBytes(random.bytes(RANDOM_LENGTH))}`;
}

/** Digits of the number among the events of one millisecond. */
const COUNT_LENGTH = 3;

/**
 * The id of an event: as `newId`, with a number in front of the random characters, so that ids of one millisecond sort in their order.
 *
 * @param count 0 to 238327.
 */
export function newEventId(shard: number, { nowMs, count }: { nowMs: number; count: number }, random: Random): string {
  const place = `${toBase62(Math.trunc(nowMs), TIME_LENGTH)}${encodeShard(shard)}${toBase62(count, COUNT_LENGTH)}`;
  return `${ID_PREFIX.event}_${place}${base62OfBytes(random.bytes(RANDOM_LENGTH - COUNT_LENGTH))}`;
}

/**
 * The id of a numbered part of an object: the id of the whole with the number in its last two characters, so that nothing has to be
 * drawn or stored. @param number from 1 to 3843.
 */
export function idOfPart(kind: IdKind, wholeId: string, number: number): string {
  const body = wholeId.slice(wholeId.indexOf('_') + 1);
  return `${ID_PREFIX[kind]}_${body.slice(0, -2)}${toBase62(number, 2)}`;
}

/**
 * A new id of an account. The shard of an account follows from its id, so ids are drawn until one names its own.
 *
 * @param nowMs milliseconds since the epoch.
 */
export function newAccountId(nowMs: number, random: Random): string {
  for (;;) {
    const drawn = newId('account', 0, nowMs, random);
    for (const shard of ALL_SHARDS) {
      const id = withShard(drawn, shard);
      if (shardOfAccount(id) === shard) return id;
    }
  }
}

function withShard(id: string, shard: number): string {
  const start = id.indexOf('_') + 1 + TIME_LENGTH;
  return id.slice(0, start) + encodeShard(shard) + id.slice(start + SHARD_LENGTH);
}

/** When an id was drawn, by the clock of the machine: milliseconds since the epoch. @param id of `newId`. */
export function drawnAtMs(id: string): number {
  const start = id.indexOf('_') + 1;
  return Number(fromBase62(id.slice(start, start + TIME_LENGTH)));
}

/**
 * True when an object of this id can be in this shard; false for a text that is no such id. The id of a request names the shard 00: it is
 * drawn before its account is known.
 */
export function mayBeInShard(kind: IdKind, id: string, shard: number): boolean {
  const namedShard = shardOfId(kind, id);
  return namedShard === shard || (namedShard === 0 && kind === 'requestLog');
}

/** The shard inside an aggregate id, or undefined when the text is not such an id. */
export function shardOfId(kind: IdKind, id: string): number | undefined {
  const prefix = `${ID_PREFIX[kind]}_`;
  if (!id.startsWith(prefix)) return undefined;
  const body = id.slice(prefix.length);
  if (!BODY.test(body)) return undefined;
  const digits = body.slice(TIME_LENGTH, TIME_LENGTH + SHARD_LENGTH);
  if (!/^[0-9]{2}$/.test(digits)) return undefined;
  const shard = Number(digits);
  return shard < SHARD_COUNT ? shard : undefined;
}

function encodeShard(shard: number): string {
  return shard < 10 ? `0${shard}` : String(shard);
}
