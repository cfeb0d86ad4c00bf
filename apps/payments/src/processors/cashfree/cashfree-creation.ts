import type { AnswerReader } from '#partner-http';
import type { NextAction } from '../../payment/decide/attempt-result';
import type { CallContext, CreateInput, ProcessorPayment } from '../processor';
import { redirectAction, upiAction } from '../network/customer-actions';
import { attemptReference } from '../network/notes';
import { actingUnder, type Acting } from '../network/deadline';
import { openPayment } from '../network/outcomes';
import { isDuplicate, type CashfreeCalls } from './cashfree-calls';
import type { CashfreeLookup } from './cashfree-lookup';
import { phoneMissing } from './cashfree-reasons';
import { directMethod, linkBody, orderBody } from './cashfree-requests';

/** Begins payments at Cashfree, once for each attempt, however often it is asked to. */
export class CashfreeCreation {
  constructor(
    private readonly calls: CashfreeCalls,
    private readonly lookup: CashfreeLookup,
    private readonly isDirectEnabled: boolean,
  ) {}

  /** @throws as CashfreeCalls. */
  async create(input: CreateInput, ctx: CallContext): Promise<ProcessorPayment> {
    const phone = input.customer?.phone;
    if (phone === undefined) return refusedPayment(input, ctx.nowMs);
    const method = this.isDirectEnabled ? directMethod(input) : undefined;
    const acting = actingUnder(ctx);
    return method === undefined ? this.createLink(input, phone, ctx, acting) : this.createDirect(input, { phone, method }, ctx, acting);
  }

  private async createLink(input: CreateInput, phone: string, ctx: CallContext, acting: Acting): Promise<ProcessorPayment> {
    const body = linkBody(ctx.accountId, input, phone, ctx.nowMs);
    const link = await this.calls
      .post('create_link', '/links', body, { ...acting, key: attemptReference(input) })
      .catch(async (error: unknown) => {
        const before = isDuplicate(error) ? await this.lookup.findLink(input, acting) : undefined;
        if (before === undefined) throw error;
        return before;
      });
    const found = await this.lookup.ofLink(link, { ...input, processorRef: null }, acting);
    if (found.state !== 'requires_action') return found;
    return { ...found, nextAction: redirectAction(link, 'link_url', input) };
  }

  private async createDirect(
    input: CreateInput,
    { phone, method }: { phone: string; method: object },
    ctx: CallContext,
    acting: Acting,
  ): Promise<ProcessorPayment> {
    const orderId = attemptReference(input);
    const body = orderBody(ctx.accountId, input, phone, ctx.nowMs);
    try {
      const order = await this.calls.post('create_order', '/orders', body, { ...acting, key: orderId });
      return await this.pay(input, method, { ...acting, order, orderId });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return this.resume(input, method, { ...acting, orderId });
    }
  }

  /** The order is there: once a try to pay began it is only polled (docs/reference/processors.md), else it goes on. */
  private async resume(
    input: CreateInput,
    method: object,
    { orderId, ...acting }: Acting & { orderId: string },
  ): Promise<ProcessorPayment> {
    const path = `/orders/${orderId}`;
    const order = await this.calls.get('fetch_order', path, acting);
    const tries = await this.calls.list('fetch', `${path}/payments`, acting);
    if (tries.length === 0 && order.text('order_status', 40) === 'ACTIVE') return this.pay(input, method, { ...acting, order, orderId });
    const found = await this.lookup.ofOrder(orderId, { ...input, processorRef: orderId }, acting);
    return found.state === 'requires_action' ? { ...found, state: 'processing' } : found;
  }

  private async pay(
    input: CreateInput,
    method: object,
    { order, orderId, ...acting }: Acting & { order: AnswerReader; orderId: string },
  ): Promise<ProcessorPayment> {
    const body = { payment_session_id: order.text('payment_session_id', 2_048), payment_method: method };
    const answer = await this.calls.post('create_payment', '/orders/sessions', body, { ...acting, key: orderId });
    const waiting = openPayment({ ...input, processorRef: orderId, nowMs: acting.nowMs }, 'requires_action', 'ACTIVE');
    return { ...waiting, nextAction: nextActionIn(answer, input) };
  }
}

function refusedPayment(input: CreateInput, nowMs: number): ProcessorPayment {
  return { ...openPayment({ ...input, processorRef: null, nowMs }, 'failed', 'refused'), error: phoneMissing() };
}

/** What the customer has to do: `data.payload.default` is the UPI link, `data.url` a page. @throws MalformedAnswerError. */
function nextActionIn(answer: AnswerReader, input: CreateInput): NextAction {
  if (input.instrument.method !== 'upi') return redirectAction(answer.object('data'), 'url', input);
  return upiAction(input, () => answer.object('data').object('payload').text('default', 2_048));
}
