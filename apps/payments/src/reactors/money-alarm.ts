import type { PaymentState } from '../domain/payment/payment';
import { isAskable } from '../domain/payment/payment';
import { isAmountRight } from '../domain/payment/mismatch';
import type { ProcessorPayment } from '../processor/processor';

/** Whose money it is about. */
export interface MoneySubject {
  paymentId: string;
  processor: string;
  state: PaymentState;
}

export interface MoneyAlarmParts {
  logger: { error(fields: object, message: string): void };
  /** Counts by processor. */
  mismatches: { inc(labels: { processor: string }): void };
}

/** Somebody has to look when a processor speaks of other money than was asked for; the payment itself is held (mismatch.ts). */
export class MoneyAlarm {
  constructor(private readonly parts: MoneyAlarmParts) {}

  /** Compares what a processor said with what it was asked for. Amounts are in minor units and fit to be logged. */
  check(payment: ProcessorPayment, { paymentId, processor, state }: MoneySubject): void {
    const isPaid = payment.state === 'authorized' || payment.state === 'captured';
    if (!isPaid || !isAskable(state)) return;
    const { amount, currency } = payment;
    if (isAmountRight({ state: payment.state, amount, currency }, state)) return;
    const { amount: askedAmount, currency: askedCurrency } = state.terms;
    this.parts.mismatches.inc({ processor });
    this.parts.logger.error(
      { paymentId, processor, amount, currency, askedAmount, askedCurrency },
      'a processor speaks of other money than was asked for: the payment is held',
    );
  }
}
