import { type AnswerReader, RequestRefusedError } from '#partner-http';
import type { CallContext, CreateInput, KnownPayment, ProcessorPayment } from '../processor';
import { actingUnder, type Acting } from '../network/deadline';
import { failedCreation, undecided } from '../network/failures';
import { isOfPayment } from '../network/notes';
import { errorFrom, openPayment, unknownOutcome } from '../network/outcomes';
import { bestPayment, paymentFrom } from './razorpay-answers';
import type { RazorpayCalls } from './razorpay-calls';
import type { RazorpayLookup } from './razorpay-lookup';
import { recurringBody, type RecurringWith } from './razorpay-mandate-requests';
import { refusedRequest } from './razorpay-reasons';
import { orderBody } from './razorpay-requests';

/** An attempt that begins so much later than it was stored may be a repetition of a call that is still on its way. */
const FIRST_RUN_MS = 5_000;
/** Between the end of a call's time and the last moment at which it can arrive, milliseconds. */
const ON_ITS_WAY_MS = 5_000;

type OfDebit = CreateInput & { debit: NonNullable<CreateInput['debit']> };

/**
 * Payments under a token of Razorpay. The order is that of the notice, or one of its own where none was needed. Razorpay cannot tell
 * repetitions apart: a payment of ours is looked for in the order by our id in its notes, and then begun, by one process at a time.
 */
export class RazorpayDebits {
  constructor(
    private readonly calls: RazorpayCalls,
    private readonly lookup: RazorpayLookup,
  ) {}

  async create(input: OfDebit, ctx: CallContext): Promise<ProcessorPayment> {
    const about = { processorRef: null, amount: input.amount, currency: input.currency, nowMs: ctx.nowMs };
    const wanted = recurringOf(input);
    if ('missing' in wanted) return { ...openPayment(about, 'failed', 'refused'), error: refused(wanted.missing) };
    try {
      return await this.begin(input, wanted, ctx);
    } catch (error) {
      // The payer does not hear of it: what certainly was not taken on is tried again, or has failed.
      return failedCreation(error, { ...input, instrument: { method: 'card', card: null } }, about, refusedRequest);
    }
  }

  private async begin(input: OfDebit, wanted: Omit<RecurringWith, 'orderId'>, ctx: CallContext): Promise<ProcessorPayment> {
    const acting = actingUnder(ctx);
    const known = await this.orderOf(input, acting);
    const before = known === undefined ? undefined : await this.paymentIn(known, input, acting);
    if (before !== undefined) return before;
    const waitMs = repeatedFromMs(input, ctx);
    if (waitMs !== null)
      return { ...unknownOutcome({ ...input, processorRef: null, nowMs: ctx.nowMs }, 'begun_elsewhere'), checkAtMs: waitMs };
    const orderId = known ?? (await this.createOrder(input, ctx, acting));
    const body = recurringBody(ctx.accountId, input, { ...wanted, orderId });
    const answer = await this.calls
      .post('create_payment', '/v1/payments/create/recurring', body, acting)
      .catch((error: unknown) => this.refusedFor(error, orderId, input, acting));
    if ('state' in answer) return answer;
    return openPayment({ ...input, processorRef: answer.text('razorpay_payment_id', 40), nowMs: ctx.nowMs }, 'processing', 'created');
  }

  /** Undefined when Razorpay has no payment of ours. @throws as RazorpayCalls. */
  async find(payment: KnownPayment, acting: Acting): Promise<ProcessorPayment | undefined> {
    const { processorRef } = payment;
    if (processorRef !== null) {
      const entity = await this.calls.get('fetch', `/v1/payments/${encodeURIComponent(processorRef)}`, acting);
      return underWay(paymentFrom(entity, acting.nowMs));
    }
    const orderId = await this.orderOf(payment, acting);
    return orderId === undefined ? undefined : this.paymentIn(orderId, payment, acting);
  }

  async fetch(payment: KnownPayment, ctx: CallContext): Promise<ProcessorPayment> {
    const about = { ...payment, nowMs: ctx.nowMs };
    try {
      return (await this.find(payment, actingUnder(ctx))) ?? unknownOutcome(about, 'not_found');
    } catch (error) {
      return undecided(error, about);
    }
  }

  /** The order of the notice, or the one that was made for this attempt. */
  private async orderOf(payment: Pick<KnownPayment, 'paymentId' | 'attempt' | 'debit'>, acting: Acting): Promise<string | undefined> {
    return payment.debit?.notice ?? (await this.lookup.findOrders(payment, acting))[0]?.id;
  }

  private async createOrder(input: CreateInput, { accountId }: CallContext, acting: Acting): Promise<string> {
    const { payment: _own, ...body } = orderBody(accountId, input) as { payment: object };
    const order = await this.calls.post('create_order', '/v1/orders', { ...body, payment_capture: true }, acting);
    return order.text('id', 40);
  }

  /** The payment of this attempt among those of an order, which may have several attempts of one debit. */
  private async paymentIn(
    orderId: string,
    { paymentId }: Pick<KnownPayment, 'paymentId'>,
    { nowMs, signal }: Acting,
  ): Promise<ProcessorPayment | undefined> {
    const answer = await this.calls.get('fetch_order', `/v1/orders/${encodeURIComponent(orderId)}/payments`, { signal });
    const own = answer.list('items').filter((one) => isOfPayment(one.findObject('notes'), paymentId));
    const best = bestPayment(own, nowMs);
    return best && underWay(best);
  }

  /** A payment is refused, too, because an earlier call has made it. */
  private async refusedFor(error: unknown, orderId: string, input: CreateInput, acting: Acting): Promise<ProcessorPayment | AnswerReader> {
    const found = error instanceof RequestRefusedError ? await this.paymentIn(orderId, input, acting) : undefined;
    if (found === undefined) throw error;
    return found;
  }
}

/** Nothing is asked of the payer: a payment that was created is on its way. */
function underWay(payment: ProcessorPayment): ProcessorPayment {
  return payment.state === 'requires_action' ? { ...payment, state: 'processing' } : payment;
}

/** What Razorpay asks for beside the amount, or what is missing of it. */
function recurringOf({ debit, customer: payer }: OfDebit): Omit<RecurringWith, 'orderId'> | { missing: string } {
  const { processor: token, customer } = debit.references;
  const { email, phone } = payer ?? {};
  if (token === undefined || customer === undefined) return { missing: 'token' };
  return email === undefined || phone === undefined ? { missing: 'customer' } : { token, customer, contact: { email, phone } };
}

function refused(missing: string) {
  return {
    ...errorFrom('mismatch_in_transaction_details', { rawCode: `${missing}_missing` }),
    class: 'invalid',
    outcomeKnown: true,
  } as const;
}

/** When a call that may be a repetition is made; null for now. @returns ms since the epoch. */
function repeatedFromMs({ startedAtMs }: CreateInput, { nowMs, timeoutMs }: CallContext): number | null {
  if (startedAtMs === undefined || nowMs <= startedAtMs + FIRST_RUN_MS) return null;
  const arrivedMs = startedAtMs + timeoutMs + ON_ITS_WAY_MS;
  return nowMs < arrivedMs ? arrivedMs : null;
}
