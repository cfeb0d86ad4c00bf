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

type Wanted = Pick<KnownPayment, 'paymentId' | 'attempt' | 'processorRef' | 'amount' | 'currency'>;

/** Questions to Razorpay that change nothing: what became of a payment, by its id or by ours. */
export class RazorpayLookup {
  constructor(private readonly calls: RazorpayCalls) {}

  /** Undefined when Razorpay knows nothing under our reference. @throws as RazorpayCalls. */
  async find(payment: Wanted, asking: Asking): Promise<ProcessorPayment | undefined> {
    const { processorRef } = payment;
    if (processorRef?.startsWith('pay_')) {
      return paymentFrom(await this.calls.get('fetch', `/v1/payments/${encodeURIComponent(processorRef)}`, asking), asking.nowMs);
    }
    if (processorRef?.startsWith('order_')) return this.ofOrder(processorRef, payment, asking);
    if (processorRef?.startsWith('plink_')) {
      const link = await this.calls.get('fetch_link', `/v1/payment_links/${encodeURIComponent(processorRef)}`, asking);
      return this.ofLink(link, payment, asking);
    }
    const link = await this.findLink(payment, asking);
    if (link !== undefined) return this.ofLink(link, payment, asking);
    const orderId = await this.findOrder(payment, asking);
    return orderId === undefined ? undefined : this.ofOrder(orderId, payment, asking);
  }

  /** The payment link of an attempt, by our reference. */
  async findLink(attempt: Pick<Wanted, 'paymentId' | 'attempt'>, { signal }: Asking): Promise<AnswerReader | undefined> {
    const reference = attemptReference(attempt);
    const answer = await this.calls.get('find_link', '/v1/payment_links', { signal, query: { reference_id: reference } });
    return answer.list('payment_links').find((link) => link.findText('reference_id') === reference);
  }

  /** The order of an attempt, by our receipt; the oldest should there ever be two. */
  async findOrder(attempt: Pick<Wanted, 'paymentId' | 'attempt'>, { signal }: Asking): Promise<string | undefined> {
    const receipt = attemptReference(attempt);
    const answer = await this.calls.get('find_order', '/v1/orders', { signal, query: { receipt } });
    const own = answer.list('items').filter((order) => order.findText('receipt') === receipt);
    return own.toSorted((one, other) => one.integer('created_at') - other.integer('created_at'))[0]?.text('id', 40);
  }

  /** What the payments of an order say; an order that nobody tried to pay waits for the customer. */
  async ofOrder(orderId: string, payment: Wanted, { nowMs, signal }: Asking): Promise<ProcessorPayment> {
    const answer = await this.calls.get('fetch_order', `/v1/orders/${encodeURIComponent(orderId)}/payments`, { signal });
    const about = { ...payment, processorRef: orderId, nowMs };
    return bestPayment(answer.list('items'), nowMs) ?? openPayment(about, 'requires_action', 'created');
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
    const payment = await this.find(refund.payment, asking);
    if (!payment?.processorRef?.startsWith('pay_')) return undefined;
    const path = `/v1/payments/${encodeURIComponent(payment.processorRef)}/refunds`;
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
