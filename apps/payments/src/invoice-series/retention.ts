import { civilOf, istDate, istDateOf, startOfIstDate } from '#contracts';

/** Configuration, never a constant of a decision. */
export interface RetentionRules {
  /** How long after the end of its financial year the buyer of a document is kept whose customer is erased. Months, from 1. */
  invoiceRetentionMonths: number;
}

/** Eight years: 72 months from the due date of the annual return of the year (CGST Act, section 36), which is at most nine later. */
export const DEFAULT_RETENTION_RULES: RetentionRules = { invoiceRetentionMonths: 96 };

/** When the key of a series is destroyed, ms since the epoch. @param yearEndsAtMs the end of its financial year, ms since the epoch. */
export function keptUntilMs(yearEndsAtMs: number, { invoiceRetentionMonths }: RetentionRules): number {
  const { year, month, day } = civilOf(istDateOf(yearEndsAtMs));
  return startOfIstDate(istDate(year, month + invoiceRetentionMonths, day));
}
