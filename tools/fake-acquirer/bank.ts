import type { Clock, Random } from '#contracts';
import { FakeAcquirerLedger } from './ledger';
import type { FakeAcquirerPayment, FakeAcquirerRefund, FakeAcquirerStatus, PaymentOrder } from './payment';
import { readBehavior } from './behavior';

/** A request that the acquirer does not take on. */
export class FakeAcquirerRefusal extends Error {
  override readonly name = 'FakeAcquirerRefusal';

  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

export interface FakeAcquirerBankParts {
  clock: Clock;
  random: Random;
  /** Called for every change of a payment or a refund, in order. */
  onChange: (about: { payment: FakeAcquirerPayment } | { refund: FakeAcquirerRefund; payment: FakeAcquirerPayment }) => void;
}

const OTPS: ReadonlySet<string> = new Set(['111000', '123456']);
const WRONG_OTPS_MAX = 3;
const OBJECTS_MAX = 100_000;

/**
 * The acquirer's books: honest, in memory, and slow where it is told to be. Every order is taken once, however often it
 * comes; money moves only through `ledger`.
 */
export class FakeAcquirerBank {
  readonly ledger = new FakeAcquirerLedger();
  private readonly payments = new Map<string, FakeAcquirerPayment>();
  private readonly refunds = new Map<string, FakeAcquirerRefund>();
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(private readonly parts: FakeAcquirerBankParts) {}

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  /** @throws FakeAcquirerRefusal for another order of the same reference. @throws BehaviorError. */
  create(order: PaymentOrder): FakeAcquirerPayment {
    const known = this.findPaymentByReference(order.reference);
    if (known !== undefined) {
      if (known.amount !== order.amount || known.currency !== order.currency) throw new FakeAcquirerRefusal(422, 'reference_reused');
      return known;
    }
    if (this.payments.size >= OBJECTS_MAX) throw new FakeAcquirerRefusal(503, 'full');
    const payment = this.open(order);
    this.payments.set(payment.id, payment);
    if (payment.status !== 'pending') return payment;
    if (payment.behavior.callback === 'before') this.settle(payment);
    else this.later(payment.behavior.delayMs, () => this.settle(payment));
    return payment;
  }

  findPayment(id: string): FakeAcquirerPayment | undefined {
    return this.payments.get(id);
  }

  findPaymentByReference(reference: string): FakeAcquirerPayment | undefined {
    return [...this.payments.values()].find((payment) => payment.reference === reference);
  }

  findRefund(id: string): FakeAcquirerRefund | undefined {
    return this.refunds.get(id);
  }

  findRefundByReference(reference: string): FakeAcquirerRefund | undefined {
    return [...this.refunds.values()].find((refund) => refund.reference === reference);
  }

  /** Takes held money, all or a part; what is left is let go. Taking the same amount again changes nothing. */
  capture(payment: FakeAcquirerPayment, amount: number): void {
    if (payment.status === 'captured' && payment.capturedAmount === amount) return;
    if (payment.status !== 'authorized' || payment.behavior.refusesCapture) throw new FakeAcquirerRefusal(409, 'not_capturable');
    if (!Number.isSafeInteger(amount) || amount < 1 || amount > payment.amount) throw new FakeAcquirerRefusal(400, 'amount_invalid');
    this.take(payment, amount);
  }

  /** Lets held money, or a customer who has yet to act, go. */
  void(payment: FakeAcquirerPayment): void {
    if (payment.status === 'voided' || payment.status === 'expired' || payment.status === 'failed') return;
    if (payment.status === 'captured') throw new FakeAcquirerRefusal(409, 'not_voidable');
    if (payment.status === 'authorized') this.move(payment, 'release', payment.amount);
    this.change(payment, 'voided');
  }

  submitOtp(payment: FakeAcquirerPayment, otp: string): void {
    if (payment.status !== 'action_required') throw new FakeAcquirerRefusal(409, 'no_otp_expected');
    if (OTPS.has(otp)) return this.act(payment, 'captured');
    payment.wrongOtps += 1;
    if (payment.wrongOtps < WRONG_OTPS_MAX) throw new FakeAcquirerRefusal(409, 'incorrect_otp');
    this.act(payment, 'otp_attempts_exceeded');
  }

  /** The customer, or the bank, does something: `captured` or a failure word. Also after it was too late. */
  act(payment: FakeAcquirerPayment, outcome: string): void {
    payment.behavior.outcome = outcome;
    this.settle(payment);
  }

  /** @throws FakeAcquirerRefusal for more than was captured. */
  refund(payment: FakeAcquirerPayment, asked: Pick<FakeAcquirerRefund, 'reference' | 'amount' | 'speed' | 'notes'>): FakeAcquirerRefund {
    const known = this.findRefundByReference(asked.reference);
    if (known !== undefined) return known;
    const gone = [...this.refunds.values()].filter(({ paymentId, status }) => paymentId === payment.id && status !== 'failed');
    const left = payment.capturedAmount - gone.reduce((sum, { amount }) => sum + amount, 0);
    if (asked.amount < 1 || asked.amount > left) throw new FakeAcquirerRefusal(400, 'amount_invalid');
    const refund: FakeAcquirerRefund = { ...asked, id: this.newId('acqr'), paymentId: payment.id, status: 'pending', arn: null };
    this.refunds.set(refund.id, refund);
    this.later(payment.behavior.delayMs, () => this.payOut(refund, payment));
    return refund;
  }

  private open(order: PaymentOrder): FakeAcquirerPayment {
    const behavior = readBehavior(order.notes['acquirer'] ?? '', order.amount);
    const isAsked = behavior.outcome === 'otp' || behavior.outcome === 'action';
    const isOver = this.nowMs() >= order.expiresAtMs;
    const waiting = isAsked ? 'action_required' : 'pending';
    return {
      ...order,
      id: this.newId('acqp'),
      status: isOver ? 'expired' : waiting,
      capturedAmount: 0,
      failure: null,
      rrn: null,
      revision: 1,
      updatedAtMs: this.nowMs(),
      behavior,
      played: new Set(),
      statusRequests: 0,
      wrongOtps: 0,
    };
  }

  private settle(payment: FakeAcquirerPayment): void {
    const { outcome, delayMs } = payment.behavior;
    if (payment.status === 'captured' || payment.status === 'authorized') return;
    if (outcome === 'captured') return this.authorize(payment);
    if (outcome === 'pending') return;
    payment.failure = outcome === 'late' ? 'payment_timed_out' : outcome;
    this.change(payment, 'failed');
    if (outcome === 'late') this.later(delayMs, () => this.act(payment, 'captured'));
  }

  private authorize(payment: FakeAcquirerPayment): void {
    payment.failure = null;
    payment.rrn = String(this.payments.size).padStart(12, '6');
    this.move(payment, 'hold', payment.amount);
    this.change(payment, 'authorized');
    if (payment.capture === 'automatic' && !payment.behavior.capturesWhenAsked) this.take(payment, payment.amount);
  }

  private take(payment: FakeAcquirerPayment, amount: number): void {
    payment.capturedAmount = amount;
    this.move(payment, 'capture', amount);
    if (amount < payment.amount) this.move(payment, 'release', payment.amount - amount);
    this.change(payment, 'captured');
  }

  private payOut(refund: FakeAcquirerRefund, payment: FakeAcquirerPayment): void {
    refund.status = 'processed';
    refund.arn = '7'.repeat(23);
    const { reference, amount } = refund;
    const { currency, id: paymentId } = payment;
    this.ledger.write({ atMs: this.nowMs(), paymentId, reference, kind: 'refund', amount, currency });
    this.parts.onChange({ refund, payment });
  }

  private move({ id, reference, currency }: FakeAcquirerPayment, kind: 'hold' | 'release' | 'capture', amount: number): void {
    this.ledger.write({ atMs: this.nowMs(), paymentId: id, reference, kind, amount, currency });
  }

  private change(payment: FakeAcquirerPayment, status: FakeAcquirerStatus): void {
    payment.status = status;
    payment.revision += 1;
    payment.updatedAtMs = this.nowMs();
    this.parts.onChange({ payment });
  }

  private later(waitMs: number, action: () => void): void {
    if (waitMs === 0) return action();
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      action();
    }, waitMs);
    this.timers.add(timer);
  }

  private newId(prefix: string): string {
    return `${prefix}_${Buffer.from(this.parts.random.bytes(12)).toString('hex')}`;
  }

  private nowMs(): number {
    return this.parts.clock.nowMs();
  }
}
