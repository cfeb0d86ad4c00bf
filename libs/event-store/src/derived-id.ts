import { createHash } from 'node:crypto';
import { base62OfBytes, ID_PREFIX, shardOfAccount, toBase62, type IdKind } from '#contracts';

/** Where the shard stands in the part of an id after its prefix, and how long that part is. */
const SHARD = { from: 8, length: 2 } as const;
const BODY_LENGTH = 24;
/** The last digits there are: a random id begins so once in 62³. */
const BEHIND_OTHERS = 'zzz';
const NUMBER_LENGTH = 5;

/** Whose it is: an account in one of its modes. */
export interface Owner {
  accountId: string;
  livemode: boolean;
}

/** The one stream of this kind, account, mode and name: every caller gets the same id, in the account's shard. */
export function derivedIdOf(kind: IdKind, { accountId, livemode }: Owner, name: string): string {
  return idOfSeed(kind, accountId, [kind, accountId, livemode, name]);
}

/**
 * The one stream of this number among those that a stream makes in turn. Of one millisecond they sort by their number, behind what callers
 * made in it, since that is what they follow from.
 */
export function numberedIdOf(kind: IdKind, owner: Owner, name: string, { number, atMs }: { number: number; atMs: number }): string {
  const [prefix, body = ''] = derivedIdOf(kind, owner, `${name}:${number}`).split('_');
  const [time, place] = [toBase62(atMs, SHARD.from), `${BEHIND_OTHERS}${toBase62(number, NUMBER_LENGTH)}`];
  const randomFrom = SHARD.from + SHARD.length;
  return `${prefix}_${time}${body.slice(SHARD.from, randomFrom)}${place}${body.slice(randomFrom + place.length)}`;
}

/** An id that follows from a seed, in the account's shard. For streams whose seed was chosen before `derivedIdOf`: stored ids stay. */
export function idOfSeed(kind: IdKind, accountId: string, seed: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(seed));
  const body = base62OfBytes(hash.digest().subarray(0, BODY_LENGTH));
  const shard = String(shardOfAccount(accountId)).padStart(SHARD.length, '0');
  return `${ID_PREFIX[kind]}_${body.slice(0, SHARD.from)}${shard}${body.slice(SHARD.from + SHARD.length)}`;
}
