import type { MandateReport } from '#contracts';
import type { AnswerReader } from '#partner-http';
import type { KnownMandate } from '../mandate-processor';
import { firstPaymentIn } from './razorpay-mandate-answers';

/** A token of Razorpay is known by its own id together with that of its customer. */
export interface KnownToken {
  customer: string;
  token: string;
}

/** The token of a mandate that has one. */
export function tokenOf({ references: { processor, customer } }: KnownMandate): KnownToken | undefined {
  return processor === undefined || customer === undefined ? undefined : { token: processor, customer };
}

/** Where Razorpay has a token. */
export function tokenPath({ customer, token }: KnownToken): string {
  return `/v1/customers/${encodeURIComponent(customer)}/tokens/${encodeURIComponent(token)}`;
}

/** The token that the payer authorized with the payment of a link. */
export function authorizedToken(link: AnswerReader, payments: readonly AnswerReader[]): KnownToken | undefined {
  const authorized = payments.find((one) => one.findText('token_id', 40) !== undefined && one.findText('status', 40) !== 'failed');
  const [token, customer] = [
    authorized?.findText('token_id', 40),
    authorized?.findText('customer_id', 40) ?? link.findText('customer_id', 40),
  ];
  return token === undefined || customer === undefined ? undefined : { token, customer };
}

/** What an active token says, with the payment that it was authorized with; while that is not captured, the payer has nothing to do. */
export function withFirstPayment(report: MandateReport, payments: readonly AnswerReader[], nowMs: number): MandateReport {
  if (report.state !== 'active') return report;
  const payment = firstPaymentIn(payments, nowMs);
  if (payment !== undefined) return { ...report, payment };
  return { state: 'requires_action', action: null, ...(report.references && { references: report.references }) };
}

/** Within this time a payment that a payer has begun is captured or fails. */
const UNDER_WAY_MS = 3 * 86_400_000;

/** Whether a payment that is not captured may still be. */
export function isUnderWay(payment: AnswerReader, nowMs: number): boolean {
  const isBegun = ['created', 'pending'].includes(payment.findText('status', 40) ?? '');
  return isBegun && (payment.findInteger('created_at') ?? 0) * 1000 > nowMs - UNDER_WAY_MS;
}
