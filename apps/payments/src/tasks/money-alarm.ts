import type { MandateReport } from '#contracts';
import type { PaymentState } from '../payment/state';
import { attemptOf, isAskable } from '../payment/state';
import { isAmountRight } from '../payment/decide/mismatch';
import { isPaid, isSecondPayment } from '../payment/decide/overpaid';
import type { ProcessorPayment } from '../processors/processor';

/** Whose money it is about. */
export interface MoneySubject {
  paymentId: string;
  processor: string;
  /** The number of the attempt that the report names. */
  attempt: number;
  state: PaymentState;
}

/** Of which mandate a registration took money, and how much it was to take, minor units. */
export interface FirstSubject {
  mandateId: string;
  processor: string;
  askedAmount: number;
}

export interface MoneyAlarmParts {
  logger: { error(fields: object, message: string): void };
  /** Counts by processor. */
  mismatches: { inc(labels: { processor: string }): void };
  /** Counts by processor. */
  secondPayments: { inc(labels: { processor: string }): void };
}

/**
 * People have to look when a processor speaks of other money than was asked for (the payment itself is held, mismatch.ts), and
 * when it was paid twice for one attempt (the second goes back, overpaid.ts).
 */
export class MoneyAlarm {
  constructor(private readonly parts: MoneyAlarmParts) {}

  /** Compares what a processor said with what it was asked for. Amounts are in minor units and fit to be logged. */
  check(payment: ProcessorPayment, subject: MoneySubject): void {
    this.checkSecond(payment, subject);
    const { paymentId, processor, state } = subject;
    if (!isPaid(payment) || !isAskable(state)) return;
    const { amount, currency } = payment;
    if (isAmountRight({ state: payment.state, amount, currency }, state)) return;
    const { amount: askedAmount, currency: askedCurrency } = state.terms;
    this.parts.mismatches.inc({ processor });
    this.parts.logger.error(
      { paymentId, processor, amount, currency, askedAmount, askedCurrency },
      'amount mismatch at the processor: the payment is held',
    );
  }

  /** The same for what a registration took in place of the first amount of a mandate, which is held then. */
  checkFirst(report: MandateReport | undefined, { mandateId, processor, askedAmount }: FirstSubject): void {
    const payment = report?.state === 'active' ? report.payment : undefined;
    if (payment === undefined || payment.amount === askedAmount) return;
    this.parts.mismatches.inc({ processor });
    const { amount, reference } = payment;
    this.parts.logger.error(
      { mandateId, processor, reference, amount, askedAmount },
      'amount mismatch at the processor: the mandate is held, and its payment is refunded when it ends',
    );
  }

  /** What goes back already was reported before. The processor's own numbers are no secrets, and people need them there. */
  private checkSecond(
    { processorRef: reference, ...payment }: ProcessorPayment,
    { paymentId, processor, attempt, state }: MoneySubject,
  ): void {
    const isNew = state.status !== 'none' && !state.overpayments?.some((known) => known.reference === reference);
    if (!isSecondPayment(attempt, { ...payment, reference }, state) || !isNew) return;
    const { amount, currency } = payment;
    this.parts.secondPayments.inc({ processor });
    this.parts.logger.error(
      { paymentId, processor, attempt, reference, counted: attemptOf(state)?.reference, amount, currency },
      'paid twice for one attempt: the second payment is refunded',
    );
  }
}
