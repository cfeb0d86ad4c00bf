import { createHash } from 'node:crypto';
import { ID_PREFIX, shardOfAccount, type IdKind } from '#contracts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Where the shard stands in the part of an id after its prefix, and how long that part is. */
const SHARD = { from: 8, length: 2 } as const;
const BODY_LENGTH = 24;

/** Whose it is: an account in one of its modes. */
export interface Owner {
  accountId: string;
  livemode: boolean;
}

/** The one stream of this kind, account, mode and name: every caller gets the same id, in the account's shard. */
export function derivedIdOf(kind: IdKind, { accountId, livemode }: Owner, name: string): string {
  const bytes = createHash('sha256')
    .update(JSON.stringify([kind, accountId, livemode, name]))
    .digest();
  const characters = Array.from(bytes.subarray(0, BODY_LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length));
  const shard = String(shardOfAccount(accountId)).padStart(SHARD.length, '0');
  characters.splice(SHARD.from, SHARD.length, ...shard);
  return `${ID_PREFIX[kind]}_${characters.join('')}`;
}
