import { createHash } from 'node:crypto';
import { ID_PREFIX } from '#contracts';

/** Where the shard stands in the part of an id after its prefix. */
const SHARD = { from: 8, to: 10 } as const;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * The stream that remembers what was captured under one `reference_id` of an account and mode. It lies in the shard of the
 * account's payments, and the same reference gives the same stream.
 */
export function referenceStreamIdOf(payment: { id: string; accountId: string; livemode: boolean }, referenceId: string): string {
  const shard = payment.id.slice(payment.id.indexOf('_') + 1).slice(SHARD.from, SHARD.to);
  const seed = JSON.stringify([payment.accountId, payment.livemode, referenceId]);
  const digits = [...createHash('sha256').update(seed).digest()].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  return `${ID_PREFIX.paymentReference}_${digits.slice(0, SHARD.from)}${shard}${digits.slice(SHARD.to, 24)}`;
}
