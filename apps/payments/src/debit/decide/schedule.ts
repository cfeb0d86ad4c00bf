import { istDateOf, startOfIstDate, type IstDate } from '#contracts';
import type { RailRules } from '../../mandate/decide/rails';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** When a rail takes debits. */
export interface RailCalendar {
  rules: Pick<RailRules, 'windows' | 'onWorkingDays' | 'noticeWaitMs' | 'noticeValidMs'>;
  /** Whether banks are closed. */
  isHoliday(date: IstDate): boolean;
}

/** A notice that reached the payer. */
export interface Notice {
  deliveredAtMs: number;
}

/** The first instant from `atMs` on at which the rail takes a debit. */
export function nextOpenMs({ rules, isHoliday }: RailCalendar, atMs: number): number {
  let open = atMs;
  // Each step leaves the present date or stays for good.
  for (;;) {
    const date = istDateOf(open);
    if (rules.onWorkingDays && isHoliday(date)) open = startOfIstDate(date + 1);
    else {
      const inDay = windowAfter(rules.windows, open - startOfIstDate(date));
      if (inDay < DAY_MS) return startOfIstDate(date) + inDay;
      open = startOfIstDate(date + 1);
    }
  }
}

/** The time of day from `timeMs` on that lies in a window; a day or more when there is none left today. */
function windowAfter(windows: RailRules['windows'], timeMs: number): number {
  if (windows.length === 0) return timeMs;
  const next = windows.find(([, toHour]) => timeMs < toHour * HOUR_MS);
  return next === undefined ? DAY_MS : Math.max(timeMs, next[0] * HOUR_MS);
}

/**
 * When a debit is executed: as planned, never before the notice has been with the payer for as long as the law and the rail ask.
 *
 * @param notice null where none is needed.
 */
export function executeAtMs(calendar: RailCalendar, plannedMs: number, notice: Notice | null): number {
  return nextOpenMs(calendar, notice === null ? plannedMs : Math.max(plannedMs, notice.deliveredAtMs + calendar.rules.noticeWaitMs));
}

/** A debit whose last attempt failed. */
export interface FailedDebit {
  firstAttemptMs: number;
  failedAtMs: number;
  /** Hours after the first attempt at which it is tried again, ascending. */
  retrySchedule: readonly number[];
  /** Attempts so far, 1 and more. */
  attempts: number;
  /** The notice of the last attempt; null where none is needed. */
  notice: Notice | null;
}

/** When and how a failed debit is tried again. */
export interface Retry {
  plannedMs: number;
  /** Whether the notice of the last attempt still serves; otherwise the payer gets another one now, and the retry waits for it. */
  underSameNotice: boolean;
}

/**
 * The next attempt of a failed debit, or null when there is none left. It is under the notice of the last attempt when it comes on
 * the same date and before that notice ends; else a notice of its own goes out the moment the attempt failed.
 */
export function retryOf(calendar: RailCalendar, { attemptsMax }: Pick<RailRules, 'attemptsMax'>, debit: FailedDebit): Retry | null {
  const { firstAttemptMs, failedAtMs, retrySchedule, attempts, notice } = debit;
  const hours = retrySchedule[attempts - 1];
  if (hours === undefined || attempts >= attemptsMax) return null;
  const plannedMs = Math.max(firstAttemptMs + hours * HOUR_MS, failedAtMs);
  if (notice === null) return { plannedMs, underSameNotice: true };
  const { noticeValidMs } = calendar.rules;
  const openMs = nextOpenMs(calendar, plannedMs);
  const isValid = noticeValidMs === null || openMs < notice.deliveredAtMs + noticeValidMs;
  return { plannedMs, underSameNotice: isValid && istDateOf(openMs) === istDateOf(failedAtMs) };
}
