import fc from 'fast-check';

/** How a payment of the model is asked for. What becomes of it is written down here once more, apart from the product. */
const KINDS = ['captured', 'manual_upi', 'manual_card', 'slow', 'late', 'declined', 'undecided'] as const;
export type Kind = (typeof KINDS)[number];
const REFUND_OUTCOMES = ['processed', 'failed', 'pending', 'slow', 'refund_returned'] as const;
export type RefundOutcome = (typeof REFUND_OUTCOMES)[number];

export type Step =
  | { do: 'create'; kind: Kind; amount: number }
  | { do: 'confirm' | 'cancel' | 'rename'; payment: number }
  | { do: 'capture'; payment: number; share: number | null }
  | { do: 'refund'; payment: number; share: number | null; outcome: RefundOutcome }
  | { do: 'cancel_refund'; refund: number }
  | { do: 'pass'; ms: number };

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 86_400_000;
const which = fc.nat({ max: 3 });
/** Of what there is, in hundredths; null for all. Above a hundred is too much. */
const share = fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 110 }), fc.constantFrom(25, 50, 100));

/** A life of a few payments: every command there is, and time that passes. */
export const scripts = (stepsMax: number): fc.Arbitrary<Step[]> => {
  const create = fc.record({
    do: fc.constant('create' as const),
    kind: fc.constantFrom(...KINDS),
    amount: fc.integer({ min: 1_000, max: 90_000 }),
  });
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 2, arbitrary: create },
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('confirm' as const, 'cancel' as const, 'rename' as const), payment: which }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('capture' as const), payment: which, share }) },
    {
      weight: 5,
      arbitrary: fc.record({ do: fc.constant('refund' as const), payment: which, share, outcome: fc.constantFrom(...REFUND_OUTCOMES) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel_refund' as const), refund: which }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('pass' as const),
        ms: fc.constantFrom(5 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS, 11 * MINUTE_MS, 3 * DAY_MS),
      }),
    },
  );
  return fc.tuple(create, fc.array(step, { minLength: 3, maxLength: stepsMax })).map(([first, rest]) => [first, ...rest]);
};

export interface ModelRefund {
  id: string;
  amount: number;
  status: 'pending' | 'processed' | 'failed' | 'cancelled';
  /** What becomes of it, and when. */
  then: { status: 'processed' | 'failed'; atMs: number } | null;
}

export interface ModelPayment {
  id: string;
  kind: Kind;
  amount: number;
  status: 'created' | 'processing' | 'authorized' | 'captured' | 'refunded' | 'failed' | 'cancelled' | 'expired';
  captured: number;
  createdAtMs: number;
  authorizedAtMs: number;
  refunds: ModelRefund[];
}

const FIRST_STATUS: Readonly<Record<Kind, ModelPayment['status']>> = {
  captured: 'captured',
  manual_upi: 'authorized',
  manual_card: 'authorized',
  slow: 'processing',
  late: 'processing',
  declined: 'failed',
  undecided: 'created',
};

/** What has to be true, derived from the commands alone: money in, money out, and who may do what when. */
export class LifecycleModel {
  readonly payments: ModelPayment[] = [];
  nowMs: number;

  constructor(startMs: number) {
    this.nowMs = startMs;
  }

  created(id: string, kind: Kind, amount: number): void {
    const status = FIRST_STATUS[kind];
    const captured = status === 'captured' ? amount : 0;
    this.payments.push({ id, kind, amount, status, captured, createdAtMs: this.nowMs, authorizedAtMs: this.nowMs, refunds: [] });
  }

  /** Whether it is allowed; what follows is noted. */
  confirm(payment: ModelPayment): boolean {
    const isOpen = payment.status === 'created' || payment.status === 'failed';
    if (!isOpen || this.nowMs >= payment.createdAtMs + 10 * MINUTE_MS) return false;
    this.capture(payment, payment.amount);
    return true;
  }

  cancel(payment: ModelPayment): boolean {
    if (payment.status !== 'created' && payment.status !== 'authorized') return false;
    payment.status = 'cancelled';
    return true;
  }

  captureSome(payment: ModelPayment, amount: number): boolean {
    if (payment.status !== 'authorized' || amount < 1 || amount > payment.amount) return false;
    this.capture(payment, amount);
    return true;
  }

  refund(payment: ModelPayment, requested: { id: string; amount: number; outcome: RefundOutcome }): boolean {
    if (payment.status !== 'captured' || requested.amount < 1 || requested.amount > this.available(payment)) return false;
    const atMs = this.nowMs + MINUTE_MS;
    const { id, amount, outcome } = requested;
    const after: Record<RefundOutcome, Pick<ModelRefund, 'status' | 'then'>> = {
      processed: { status: 'processed', then: null },
      failed: { status: 'failed', then: null },
      pending: { status: 'pending', then: null },
      slow: { status: 'pending', then: { status: 'processed', atMs } },
      refund_returned: { status: 'processed', then: { status: 'failed', atMs } },
    };
    payment.refunds.push({ id, amount, ...after[outcome] });
    settle(payment);
    return true;
  }

  /** Only what was not sent yet can be cancelled. */
  cancelRefund(refund: ModelRefund): boolean {
    if (refund.status !== 'pending' || refund.then !== null) return false;
    refund.status = 'cancelled';
    return true;
  }

  pass(ms: number): void {
    this.nowMs += ms;
    for (const payment of this.payments) {
      this.age(payment);
      for (const refund of payment.refunds) {
        if (refund.then === null || refund.then.atMs > this.nowMs) continue;
        refund.status = refund.then.status;
        refund.then = null;
      }
      settle(payment);
    }
  }

  /** What may still be given back. */
  available(payment: ModelPayment): number {
    return payment.captured - sumOf(payment, 'processed') - sumOf(payment, 'pending');
  }

  private age(payment: ModelPayment): void {
    const ageMs = this.nowMs - payment.createdAtMs;
    const { kind, status } = payment;
    if (status === 'created' && ageMs >= 10 * MINUTE_MS) payment.status = 'expired';
    if (status === 'authorized' && this.nowMs >= payment.authorizedAtMs + 3 * DAY_MS) payment.status = 'cancelled';
    if (kind === 'slow' && status === 'processing' && ageMs >= 30 * SECOND_MS) this.capture(payment, payment.amount);
    if (kind === 'late') this.ageLate(payment, ageMs);
  }

  private ageLate(payment: ModelPayment, ageMs: number): void {
    if (payment.status === 'processing') this.ageUnfailed(payment, ageMs);
    else if (payment.status === 'failed' && ageMs >= 40 * SECOND_MS) this.capture(payment, payment.amount);
  }

  /** Where it was not polled while it had failed, the bank simply holds the money. */
  private ageUnfailed(payment: ModelPayment, ageMs: number): void {
    if (ageMs >= 40 * SECOND_MS) {
      payment.status = 'authorized';
      payment.authorizedAtMs = this.nowMs;
    } else if (ageMs >= 10 * SECOND_MS) payment.status = 'failed';
  }

  private capture(payment: ModelPayment, amount: number): void {
    payment.status = 'captured';
    payment.captured = amount;
  }
}

/** Minor units of the refunds in one state. */
export function sumOf({ refunds }: ModelPayment, status: ModelRefund['status']): number {
  return refunds.reduce((sum, refund) => sum + (refund.status === status ? refund.amount : 0), 0);
}

function settle(payment: ModelPayment): void {
  if (payment.captured === 0) return;
  payment.status = sumOf(payment, 'processed') === payment.captured ? 'refunded' : 'captured';
}
