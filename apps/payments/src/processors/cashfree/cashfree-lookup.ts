import type { AnswerReader } from '#partner-http';
import type { KnownPayment, KnownRefund, ProcessorPayment } from '../processor';
import { attemptReference } from '../network/notes';
import { openPayment } from '../network/outcomes';
import { bestPayment } from './cashfree-answers';
import { isMissing, type CashfreeCalls } from './cashfree-calls';
import { linkId } from './cashfree-requests';

/** What every question carries. */
export interface Asking {
  nowMs: number;
  signal: AbortSignal;
}

type Wanted = Pick<KnownPayment, 'paymentId' | 'attempt' | 'processorRef' | 'amount' | 'currency'>;

/** Questions to Cashfree that change nothing: what became of an order, a link or a refund. */
export class CashfreeLookup {
  constructor(private readonly calls: CashfreeCalls) {}

  /** Undefined when Cashfree knows nothing under our reference. @throws as CashfreeCalls. */
  async find(payment: Wanted, asking: Asking): Promise<ProcessorPayment | undefined> {
    const { processorRef } = payment;
    if (processorRef !== null && !processorRef.startsWith('lnk_')) return this.ofOrder(processorRef, payment, asking);
    const link = await this.findLink(payment, asking);
    if (link !== undefined) return this.ofLink(link, payment, asking);
    return processorRef === null ? orMissing(() => this.ofOrder(attemptReference(payment), payment, asking)) : undefined;
  }

  findLink(attempt: Pick<Wanted, 'paymentId' | 'attempt'>, asking: Asking): Promise<AnswerReader | undefined> {
    return orMissing(() => this.calls.get('fetch_link', `/links/${linkId(attempt)}`, asking));
  }

  /** What the payments of an order say; an order without a try says it itself. */
  async ofOrder(orderId: string, payment: Wanted, asking: Asking): Promise<ProcessorPayment> {
    const path = `/orders/${encodeURIComponent(orderId)}`;
    const best = bestPayment(await this.calls.list('fetch', `${path}/payments`, asking), { orderId, nowMs: asking.nowMs });
    if (best !== undefined) return best;
    const status = (await this.calls.get('fetch_order', path, asking)).text('order_status', 40);
    return openPayment({ ...payment, processorRef: orderId, nowMs: asking.nowMs }, ORDER_STATE[status] ?? 'processing', status);
  }

  /** What a payment link says. A try that failed is no end: the customer may try again until the link runs out. */
  async ofLink(link: AnswerReader, payment: Wanted, asking: Asking): Promise<ProcessorPayment> {
    const status = link.text('link_status', 40);
    const about = { ...payment, processorRef: linkId(payment), nowMs: asking.nowMs };
    if (status !== 'PAID') return openPayment(about, LINK_STATE[status] ?? 'processing', status);
    const orders = await this.calls.list('fetch_link_orders', `/links/${linkId(payment)}/orders`, asking);
    const paid = orders.find((order) => order.findText('order_status') === 'PAID')?.findText('order_id', 64);
    return paid === undefined ? openPayment(about, 'processing', status) : this.ofOrder(paid, payment, asking);
  }

  /** The order that a refund or a capture goes by; undefined when there is none yet. */
  async orderIdOf(payment: KnownPayment, asking: Asking): Promise<string | undefined> {
    const { processorRef } = payment;
    if (processorRef !== null && !processorRef.startsWith('lnk_')) return processorRef;
    const ref = (await this.find(payment, asking))?.processorRef ?? undefined;
    return ref === undefined || ref.startsWith('lnk_') ? undefined : ref;
  }

  /** Undefined when Cashfree has no refund of our id. */
  async findRefund(refund: Pick<KnownRefund, 'refundId' | 'payment'>, asking: Asking): Promise<AnswerReader | undefined> {
    const orderId = await this.orderIdOf(refund.payment, asking);
    if (orderId === undefined) return undefined;
    const path = `/orders/${encodeURIComponent(orderId)}/refunds/${encodeURIComponent(refund.refundId)}`;
    return orMissing(() => this.calls.get('fetch_refund', path, asking));
  }
}

const ORDER_STATE: Readonly<Record<string, ProcessorPayment['state']>> = {
  ACTIVE: 'requires_action',
  EXPIRED: 'expired',
  TERMINATED: 'cancelled',
};

const LINK_STATE: Readonly<Record<string, ProcessorPayment['state']>> = {
  ACTIVE: 'requires_action',
  EXPIRED: 'expired',
  CANCELLED: 'cancelled',
};

async function orMissing<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
