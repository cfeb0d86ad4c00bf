import type { AnswerReader } from '#partner-http';
import type { KnownMandate } from '../mandate-processor';
import { mayBeCaptured } from '../network/mandate-results';

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

/** Whether a payment that is not captured may still be. */
export function isUnderWay(payment: AnswerReader, nowMs: number): boolean {
  const isBegun = ['created', 'pending'].includes(payment.findText('status', 40) ?? '');
  return isBegun && mayBeCaptured((payment.findInteger('created_at') ?? 0) * 1000, nowMs);
}
