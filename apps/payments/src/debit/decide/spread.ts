import { createHash } from 'node:crypto';

const MINUTE_MS = 60_000;
/** The debits of one hour are begun within so many milliseconds: a processor does not get all of them at once. */
export const SPREAD_MS = 240 * MINUTE_MS;

/** How much later than asked a debit is begun: whole minutes below SPREAD_MS, in ms, always the same for one debit. */
export function spreadOf(debitId: string): number {
  const hash = createHash('sha256').update(debitId).digest();
  return (hash.readUInt32BE(0) * MINUTE_MS) % SPREAD_MS;
}
