import { jitterOf } from '../../payment/decide/due-calls';

const MINUTE_MS = 60_000;
const SPREAD_MINUTES = 240;
/** The debits of one hour are begun within so many milliseconds: a processor does not get all of them at once. */
export const SPREAD_MS = SPREAD_MINUTES * MINUTE_MS;

/** How much later than asked a debit is begun: whole minutes below SPREAD_MS, in ms, always the same for one debit. */
export function spreadOf(debitId: string): number {
  return Math.floor(jitterOf(debitId, 0) * SPREAD_MINUTES) * MINUTE_MS;
}
