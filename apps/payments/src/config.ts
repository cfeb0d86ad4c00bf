import { ArrayNotEmpty, IsIn, IsInt, IsOptional, IsString, IsUrl, Length, Matches, Max, Min } from 'class-validator';
import { CAPTURE_WINDOW_SECONDS, LATE_AUTHORIZATION_POLICIES, type LateAuthorizationPolicy } from '#contracts';
import { HTTP_URL, IsDatabaseUrl, IsNotDevelopmentSecret, loadConfig, withOwnDatabaseUrl } from '#service';
import { DEFAULT_CUSTOMER_RULES } from './customer/decide/rules';
import { DEFAULT_PAYMENT_RULES } from './payment/decide/rules';
import { DEFAULT_GST_RULES } from './invoice/decide/gst-rates';
import { DEFAULT_REFUND_RULES } from './refund/decide/rules';
import { RecurringConfig } from './recurring-config';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The variables of the payments service, beside those of every process. Times in milliseconds. */
export class PaymentsConfig extends RecurringConfig {
  /** The database as the role of this service reaches it, `hundi_payments`; DATABASE_URL unless given. */
  @IsOptional()
  @IsDatabaseUrl()
  paymentsDatabaseUrl?: string;

  /** The password of that URL, as it is. */
  @IsOptional()
  @IsString()
  @IsNotDevelopmentSecret()
  paymentsDatabasePassword?: string;

  /** Where customers reach the gateway: base of `checkout_url` and of the sandbox's mock pages. */
  @IsUrl(HTTP_URL)
  publicUrl: string = 'http://localhost:4000';

  /** Internal address of the kyc service, which is asked for events that did not arrive. */
  @IsOptional()
  @IsUrl(HTTP_URL)
  kycUrl?: string;

  /** From creation to `expires_at` when the caller names none. */
  @IsInt()
  @Min(MINUTE_MS)
  @Max(45 * DAY_MS)
  paymentActionWindowMs: number = DEFAULT_PAYMENT_RULES.actionWindowMs;

  /** How long an unknown outcome is asked for before the payment counts as failed. */
  @IsInt()
  @Min(MINUTE_MS)
  @Max(30 * DAY_MS)
  paymentPollWindowMs: number = DEFAULT_PAYMENT_RULES.pollWindowMs;

  /** Before the first question about a UPI payment whose outcome is open: NPCI wants 90 s, or 45 s with newer timers. */
  @IsInt()
  @Min(100)
  @Max(3_600_000)
  paymentPollFirstMs: number = DEFAULT_PAYMENT_RULES.pollFirstMs;

  /** Before the second question about any other payment; doubled with each up to PAYMENT_POLL_INTERVAL_MS. */
  @IsInt()
  @Min(100)
  @Max(3_600_000)
  paymentPollStartMs: number = DEFAULT_PAYMENT_RULES.pollStartMs;

  /** Between two questions about an open outcome, at most. UPI is asked three times in two hours, whatever this says. */
  @IsInt()
  @Min(100)
  @Max(DAY_MS)
  paymentPollIntervalMs: number = DEFAULT_PAYMENT_RULES.pollIntervalMs;

  /** How long one call to a processor may take. */
  @IsInt()
  @Min(100)
  @Max(25_000)
  processorTimeoutMs: number = 25_000;

  /** How long an authorization waits for its capture where the payment does not say: 12 minutes to 7 days. */
  @IsInt()
  @Min(CAPTURE_WINDOW_SECONDS.min * 1000)
  @Max(CAPTURE_WINDOW_SECONDS.max * 1000)
  paymentCaptureWindowMs: number = DEFAULT_PAYMENT_RULES.captureWindowMs;

  /** How long after capture a payment can be refunded. */
  @IsInt()
  @Min(DAY_MS)
  @Max(3650 * DAY_MS)
  paymentRefundWindowMs: number = DEFAULT_PAYMENT_RULES.refundWindowMs;

  /** How long a refund waits before it goes to the processor: for so long it can be cancelled. 0: at once. */
  @IsInt()
  @Min(0)
  @Max(DAY_MS)
  refundSendDelayMs: number = DEFAULT_REFUND_RULES.sendDelayMs;

  /** What happens with money that turns up after a payment had ended. */
  @IsIn(LATE_AUTHORIZATION_POLICIES)
  lateAuthorization: LateAuthorizationPolicy = DEFAULT_PAYMENT_RULES.lateAuthorization;

  /** When a verification has to be done again: how long its customer counts as `pending` before as `none`. */
  @IsInt()
  @Min(0)
  @Max(3650 * DAY_MS)
  kycReviewGraceMs: number = DEFAULT_CUSTOMER_RULES.kycReviewGraceMs;

  /** Rates of goods and services tax that plans and tax settings may have, in basis points. */
  @ArrayNotEmpty()
  @Matches(/^[0-9]{1,4}$/, { each: true })
  gstRatesBps: string[] = DEFAULT_GST_RULES.gstRatesBps.map(String);

  /** Merchant category code of the accounts, four digits: it raises limits of mandates where the law does. */
  @IsOptional()
  @Matches(/^[0-9]{4}$/)
  merchantCategoryCode?: string;

  /** Payee address in the UPI links of the sandbox. */
  @Matches(/^[a-zA-Z0-9][a-zA-Z0-9.\-_]{1,254}@[a-zA-Z][a-zA-Z0-9]{1,63}$/)
  sandboxPayeeVpa: string = 'merchant@sandbox';

  /** Payee name in the UPI links of the sandbox. */
  @Length(1, 99)
  sandboxPayeeName: string = 'Hundi Sandbox';
}

/**
 * From the environment of a process of its own.
 *
 * @param task see `withOwnDatabaseUrl`.
 * @throws ConfigError with all violations at once.
 */
export function readPaymentsConfig(task?: string): Readonly<PaymentsConfig> {
  return loadConfig(PaymentsConfig, withOwnDatabaseUrl(process.env, 'PAYMENTS_DATABASE_URL', task), ['kafkaBrokers']);
}
