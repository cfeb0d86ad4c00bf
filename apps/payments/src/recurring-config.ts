import { ArrayNotEmpty, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { MAX_AMOUNT_MINOR } from '#contracts';
import { DEFAULT_RETENTION_RULES } from './invoice-series/retention';
import { TestProcessorsConfig } from './processors/test-processors';

const HOUR_MS = 3_600_000;

/**
 * What mandates and debits are held to. The figures rest on circulars, and where those are not public on the press and on pages of
 * processors: an operator changes them when they change. Amounts in paise.
 */
export class RecurringConfig extends TestProcessorsConfig {
  /** Largest amount of a mandate on UPI (Razorpay, "UPI Autopay"). */
  @IsInt()
  @Min(100)
  @Max(MAX_AMOUNT_MINOR)
  mandateUpiMaxAmount: number = 99_999_00;

  /** The same for merchants of the categories with a higher limit. */
  @IsInt()
  @Min(100)
  @Max(MAX_AMOUNT_MINOR)
  mandateUpiHigherMaxAmount: number = 2_00_000_00;

  /** Largest amount of a mandate on a card: no circular names one; processors take ten lakh. */
  @IsInt()
  @Min(100)
  @Max(MAX_AMOUNT_MINOR)
  mandateCardMaxAmount: number = 10_00_000_00;

  /** Largest amount of an eNACH mandate (NPCI circular NACH 003 of FY 2023-24, as LotusPay cites it). */
  @IsInt()
  @Min(100)
  @Max(MAX_AMOUNT_MINOR)
  mandateEnachMaxAmount: number = 1_00_00_000_00;

  /** Up to which amount a debit needs no approval of the payer (RBI, e-mandate framework of 21 April 2026, as the press reports it). */
  @IsInt()
  @Min(100)
  @Max(MAX_AMOUNT_MINOR)
  mandateAfaLimit: number = 15_000_00;

  /** The same for insurance premiums, mutual funds and credit card bills. */
  @IsInt()
  @Min(100)
  @Max(MAX_AMOUNT_MINOR)
  mandateAfaHigherLimit: number = 1_00_000_00;

  /** From the delivery of the notice to the debit, milliseconds: 24 hours are the law, the rest is for clocks and queues. */
  @IsInt()
  @Min(24 * HOUR_MS)
  @Max(48 * HOUR_MS)
  debitNoticeWaitMs: number = 24 * HOUR_MS + 600_000;

  /** When UPI takes debits, hours in India (NPCI circular of 21 May 2025 on the use of UPI APIs; PhonePe names the hours). */
  @ArrayNotEmpty()
  @Matches(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]-(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]|24:00)$/, { each: true })
  debitUpiWindows: string[] = ['00:00-10:00', '13:00-17:00', '21:30-24:00'];

  /** The hour of the day, in India, from which on a period of a subscription is debited. */
  @IsInt()
  @Min(0)
  @Max(23)
  debitHour: number = 6;

  /** Dates on which banks are closed beside Sundays, second and fourth Saturdays and national holidays, YYYY-MM-DD (RBI, holidays of a state). */
  @Matches(/^20[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$/, { each: true })
  bankHolidays: string[] = [];

  /** How long a subscription is past due with nothing planned before it is halted, days. */
  @IsInt()
  @Min(1)
  @Max(365)
  haltAfterDays: number = 30;

  /** How long after it is due, and after its last debit, an open invoice becomes uncollectible, days; never unless set. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(3650)
  uncollectibleDays?: number;

  /** How long after the end of its financial year the buyer of an invoice is kept whose customer is erased, months (CGST Act, section 36). */
  @IsInt()
  @Min(1)
  @Max(600)
  invoiceRetentionMonths: number = DEFAULT_RETENTION_RULES.invoiceRetentionMonths;
}
