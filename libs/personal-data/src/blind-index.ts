import { createHmac } from 'node:crypto';

/** What can be searched for although it is sealed. */
export type IndexedField = 'email' | 'phone' | 'document' | 'instrument';

const DIGEST_BYTES = 16;

/**
 * The keyed digest of a value: equal values of one account have equal digests, and values cannot be tried without the key.
 *
 * @param value an e-mail address in any case, a phone number in E.164, a document as `type:number` in its canonical form,
 * or a saved instrument with its mode.
 */
export function blindIndexOf(key: string, accountId: string, field: IndexedField, value: string): string {
  const normalized = field === 'email' ? value.trim().normalize('NFKC').toLowerCase() : value;
  const digest = createHmac('sha256', key).update(`${accountId}\n${field}\n${normalized}`).digest();
  return digest.subarray(0, DIGEST_BYTES).toString('base64url');
}
