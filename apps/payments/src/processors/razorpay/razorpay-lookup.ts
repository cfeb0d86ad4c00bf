import type { AnswerReader } from '#partner-http';
import type { KnownPayment, KnownRefund, ProcessorPayment } from '../processor';
import { attemptReference } from '../network/notes';
import { openPayment } from '../network/outcomes';
import { bestPayment, paymentFrom } from './razorpay-answers';
import type { RazorpayCalls } from './razorpay-calls';

/** What every question carries. */
export interface Asking {
  nowMs: number;
  signal: AbortSignal;
}

/** An order at Razorpay, and since when it is there, ms since the epoch. */
export interface KnownOrder {
  id: string;
  createdAtMs: number;
}

/** Orders of one receipt that are looked at: far more than are made when an attempt is begun twice. */
const ORDERS_MAX = 20;
const MAY_BE_PAID: ReadonlySet<ProcessorPayment['state']> = new Set(['captured', 'authorized', 'processing', 'requires_action']);

type Wanted = Pick<KnownPayment, 'paymentId' | 'attempt' | 'processorRef' | 'amount' | 'currency'>;

/** Questions to Razorpay that change nothing: what became of a payment, by its id or by ours. */
export class RazorpayLookup {
  constructor(private readonly calls: RazorpayCalls) {}

  /** Undefined when Razorpay knows nothing under our reference. @throws as RazorpayCalls. */
  async find(payment: Wanted, asking: Asking): Promise<ProcessorPayment | undefined> {
    const { processorRef } = payment;
    if (processorRef?.startsWith('pay_')) return this.ofPayment(processorRef, payment, asking);
    if (processorRef?.startsWith('order_')) return this.ofOrders([processorRef], payment, asking);
    if (processorRef?.startsWith('plink_')) {
      const link = await this.calls.get('fetch_link', `/v1/payment_links/${encodeURIComponent(processorRef)}`, asking);
      return this.ofLink(link, payment, asking);
    }
    const link = await this.findLink(payment, asking);
    if (link !== undefined) return this.ofLink(link, payment, asking);
    return this.ofOrders([], payment, asking);
  }

  /** The payment link of an attempt, by our reference. */
  async findLink(attempt: Pick<Wanted, 'paymentId' | 'attempt'>, { signal }: Asking): Promise<AnswerReader | undefined> {
    const reference = attemptReference(attempt);
    const answer = await this.calls.get('find_link', '/v1/payment_links', { signal, query: { reference_id: reference } });
    return answer.list('payment_links').find((link) => link.findText('reference_id') === reference);
  }

  /** The orders of an attempt, by our receipt, oldest first: there are several where it was begun twice. */
  async findOrders(attempt: Pick<Wanted, 'paymentId' | 'attempt'>, { signal }: Asking): Promise<KnownOrder[]> {
    const receipt = attemptReference(attempt);
    const answer = await this.calls.get('find_order', '/v1/orders', { signal, query: { receipt, count: '100' } });
    const own = answer.list('items').filter((order) => order.findText('receipt') === receipt);
    const orders = own.map((order) => ({ id: order.text('id', 40), createdAtMs: order.integer('created_at') * 1000 }));
    return orders.toSorted((one, other) => one.createdAtMs - other.createdAtMs).slice(0, ORDERS_MAX);
  }

  /** The payment that says most, of all payments of these orders; undefined when no try began. */
  async bestOf(orderIds: readonly string[], { nowMs, signal }: Asking): Promise<ProcessorPayment | undefined> {
    const ask = (id: string): Promise<AnswerReader> =>
      this.calls.get('fetch_order', `/v1/orders/${encodeURIComponent(id)}/payments`, { signal });
    const answers = await Promise.all(orderIds.map(ask));
    return bestPayment(
      answers.flatMap((answer) => answer.list('items')),
      nowMs,
    );
  }

  /** One payment that failed says nothing of a second one that the attempt was begun with. */
  private async ofPayment(id: string, payment: Wanted, asking: Asking): Promise<ProcessorPayment> {
    const { nowMs, signal } = asking;
    const found = paymentFrom(await this.calls.get('fetch', `/v1/payments/${encodeURIComponent(id)}`, { signal }), nowMs);
    if (found.state !== 'failed') return found;
    const orders = await this.findOrders(payment, asking);
    const best = await this.bestOf(
      orders.map((order) => order.id),
      asking,
    );
    return best !== undefined && MAY_BE_PAID.has(best.state) ? best : found;
  }

  /** What the payments of all orders of an attempt say, these among them; orders without a try wait for the customer. */
  private async ofOrders(known: readonly string[], payment: Wanted, asking: Asking): Promise<ProcessorPayment | undefined> {
    const found = await this.findOrders(payment, asking);
    const ids = [...new Set([...known, ...found.map((order) => order.id)])];
    const [first] = ids;
    if (first === undefined) return undefined;
    const about = { ...payment, processorRef: first, nowMs: asking.nowMs };
    return (await this.bestOf(ids, asking)) ?? openPayment(about, 'requires_action', 'created');
  }

  /** What a payment link says. A try that failed is no end: the customer may try again until the link runs out. */
  async ofLink(link: AnswerReader, payment: Wanted, asking: Asking): Promise<ProcessorPayment> {
    const status = link.text('status', 40);
    const about = { ...payment, processorRef: link.text('id', 40), nowMs: asking.nowMs };
    const paid = paidIn(link);
    if (paid !== undefined)
      return this.find({ ...payment, processorRef: paid }, asking).then((found) => found ?? openPayment(about, 'processing', status));
    if (status === 'expired' || status === 'cancelled') return openPayment(about, status, status);
    return openPayment(about, status === 'created' ? 'requires_action' : 'processing', status);
  }

  /** A refund by Razorpay's id or by ours. Undefined when Razorpay has none under our id. */
  async findRefund(refund: KnownRefund, asking: Asking): Promise<AnswerReader | undefined> {
    const { signal } = asking;
    if (refund.processorRef !== null)
      return this.calls.get('fetch_refund', `/v1/refunds/${encodeURIComponent(refund.processorRef)}`, { signal });
    const known = refund.payment.processorRef;
    const paymentId = known?.startsWith('pay_') ? known : (await this.find(refund.payment, asking))?.processorRef;
    if (!paymentId?.startsWith('pay_')) return undefined;
    const path = `/v1/payments/${encodeURIComponent(paymentId)}/refunds`;
    const answer = await this.calls.get('find_refund', path, { signal, query: { count: '100' } });
    return answer.list('items').find((item) => item.findText('receipt') === refund.refundId);
  }
}

/** The id of the payment that paid a link. */
function paidIn(link: AnswerReader): string | undefined {
  const hasPayments = link.findText('status') === 'paid';
  return hasPayments
    ? link
        .list('payments')
        .map((payment) => payment.findText('payment_id', 40))
        .find((id) => id?.startsWith('pay_'))
    : undefined;
}
