import { isBankHoliday, istDateOf, startOfIstDate } from '#contracts';
import { nextOpenMs } from '../../debit/decide/schedule';
import { DEFAULT_RAILS } from '../../mandate/decide/rails';

/** Banks of the sandbox have no holidays beside those of all banks. */
const BANK_CALENDAR = { rules: DEFAULT_RAILS.enach, isHoliday: isBankHoliday };

/** When the banks of the sandbox open on their next working day, ms since the epoch. */
export function nextWorkingDayMs(nowMs: number): number {
  return nextOpenMs(BANK_CALENDAR, startOfIstDate(istDateOf(nowMs) + 1));
}
