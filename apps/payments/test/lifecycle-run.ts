import { deepStrictEqual, ok } from 'node:assert';
import type { CreatePaymentPayload, PaymentResource, Refusal, RefundResource } from '#contracts';
import { LifecycleModel, sumOf, type Kind, type ModelPayment, type Step } from './lifecycle-model';

/** A command as the world under test takes it. The same id again is the same command again. */
export interface SentCommand {
  commandId: string;
  type: string;
  streamId: string;
  payload: unknown;
}

/** What a command was answered, as far as the caller sees it. */
export interface SeenAnswer {
  status: number;
  body: string | null;
  refusal: Refusal | null;
}

/** The world under test: the deciders in memory, or the whole service on its database. */
export interface World {
  newId(kind: 'payment' | 'refund'): string;
  newCommandId(): string;
  nowMs(): number;
  send(command: SentCommand): Promise<SeenAnswer>;
  /** Time goes on; whatever is due then happens before `check` is asked for good. */
  pass(ms: number, check: () => Promise<void>): Promise<void>;
  payment(id: string): Promise<PaymentResource>;
  refund(id: string): Promise<RefundResource>;
}

const CARD = { scenario: '0000', brand: 'visa', last4: '0005', expiryMonth: 12, expiryYear: 2040, international: false } as const;
const UPI = { method: 'upi', flow: 'collect', vpa: 'success@sandbox' } as const;
const VPA: Partial<Record<Kind, string>> = { slow: 'slow@sandbox', late: 'late@sandbox', declined: 'insufficient@sandbox' };

function payloadOf(kind: Kind, amount: number): CreatePaymentPayload {
  const asked: CreatePaymentPayload = { amount, currency: 'INR', methods: ['upi', 'card'], captureMethod: 'automatic' };
  if (kind === 'undecided') return asked;
  if (kind === 'manual_card') return { ...asked, captureMethod: 'manual', instrument: { method: 'card', card: CARD } };
  const instrument = { ...UPI, vpa: VPA[kind] ?? UPI.vpa };
  return { ...asked, instrument, ...(kind === 'manual_upi' && { captureMethod: 'manual' as const }) };
}

/** Plays a script against the world and the model side by side, and holds them against each other after every step. */
export class LifecycleRun {
  private readonly model: LifecycleModel;
  private readonly sent: { command: SentCommand; answer: SeenAnswer }[] = [];

  constructor(private readonly world: World) {
    this.model = new LifecycleModel(world.nowMs());
  }

  async play(script: readonly Step[]): Promise<void> {
    for (const step of script) {
      await this.take(step);
      await this.compare();
    }
    await this.sendAllAgain();
    await this.compare();
  }

  private async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'create':
        return this.create(step.kind, step.amount);
      case 'pass':
        this.model.pass(step.ms);
        return this.world.pass(step.ms, () => this.compare());
      case 'cancel_refund': {
        const refund = this.model.payments.flatMap(({ refunds }) => refunds)[step.refund];
        return refund && this.expect('refunds.cancel', refund.id, {}, this.model.cancelRefund(refund));
      }
      default: {
        const payment = this.model.payments[step.payment % this.model.payments.length];
        return payment && this.act(step, payment);
      }
    }
  }

  private async create(kind: Kind, amount: number): Promise<void> {
    const id = this.world.newId('payment');
    await this.expect('payments.create', id, payloadOf(kind, amount), true);
    this.model.created(id, kind, amount);
  }

  private async act(step: Exclude<Step, { do: 'create' | 'pass' | 'cancel_refund' }>, payment: ModelPayment): Promise<void> {
    const { model } = this;
    switch (step.do) {
      case 'confirm':
        return this.expect('payments.confirm', payment.id, { instrument: UPI }, model.confirm(payment));
      case 'cancel':
        return this.expect('payments.cancel', payment.id, { reason: null }, model.cancel(payment));
      case 'rename':
        return this.expect('payments.update', payment.id, { description: `at ${model.nowMs}` }, true);
      case 'capture': {
        const amount = step.share === null ? null : Math.floor((payment.amount * step.share) / 100);
        return this.expect('payments.capture', payment.id, { amount }, model.captureSome(payment, amount ?? payment.amount));
      }
      case 'refund': {
        const id = this.world.newId('refund');
        const amount = step.share === null ? null : Math.floor((payment.amount * step.share) / 100);
        const metadata = { sandbox_outcome: step.outcome };
        const requested = { id, amount: amount ?? model.available(payment), outcome: step.outcome };
        const payload = { refundId: id, amount, reason: 'other', speed: 'normal', metadata };
        return this.expect('payments.request_refund', payment.id, payload, model.refund(payment, requested));
      }
    }
  }

  private async expect(type: string, streamId: string, payload: unknown, isAllowed: boolean): Promise<void> {
    const command = { commandId: this.world.newCommandId(), type, streamId, payload };
    const answer = await this.world.send(command);
    this.sent.push({ command, answer });
    if (isAllowed === (answer.refusal === null)) return;
    throw new Error(`${type} ${JSON.stringify(payload)}: the model ${isAllowed ? 'allows' : 'forbids'} it; ${JSON.stringify(answer)}`);
  }

  /** The same command twice is the same answer twice, and nothing else. */
  private async sendAllAgain(): Promise<void> {
    for (const { command, answer } of this.sent) expectSame(await this.world.send(command), answer);
  }

  private async compare(): Promise<void> {
    for (const payment of this.model.payments) await this.compareOne(payment);
  }

  private async compareOne(payment: ModelPayment): Promise<void> {
    const refunded = sumOf(payment, 'processed');
    const shown = await this.world.payment(payment.id);
    expectSame(
      [shown.status, shown.amount, shown.amount_captured, shown.amount_refunded, shown.amount_capturable, shown.refund_status],
      [
        payment.status,
        payment.amount,
        payment.captured,
        refunded,
        payment.status === 'authorized' ? payment.amount : 0,
        refunded === 0 ? null : refunded === payment.captured ? 'full' : 'partial',
      ],
    );
    expectAtMost(payment.captured, payment.amount);
    expectAtMost(refunded + sumOf(payment, 'pending'), payment.captured);
    for (const refund of payment.refunds) {
      const { status, amount, payment_id } = await this.world.refund(refund.id);
      expectSame([status, amount, payment_id], [refund.status, refund.amount, payment.id]);
    }
  }
}

/** Thousands of comparisons in a run: strings are compared first, and values are only looked at where there is something to show. */
function expectSame(actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) deepStrictEqual(actual, expected);
}

function expectAtMost(amount: number, most: number): void {
  ok(amount <= most, `${amount} is more than ${most}`);
}
