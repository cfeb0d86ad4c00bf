import { type AnswerReader, MalformedAnswerError, RequestRefusedError } from '#partner-http';
import type { NextAction } from '../../domain/payment/answer';
import type { CallContext, CreateInput, ProcessorPayment } from '../processor';
import { redirectAction, upiAction } from '../network/customer-actions';
import { openPayment } from '../network/outcomes';
import type { RazorpayCalls } from './razorpay-calls';
import type { RazorpayLookup } from './razorpay-lookup';
import { directBody, linkBody, orderBody } from './razorpay-requests';

type Contact = { email: string; phone: string };

/** Begins payments at Razorpay, once for each attempt, however often it is asked to. */
export class RazorpayCreation {
  constructor(
    private readonly calls: RazorpayCalls,
    private readonly lookup: RazorpayLookup,
    private readonly isDirectEnabled: boolean,
  ) {}

  /** @throws as RazorpayCalls. */
  create(input: CreateInput, ctx: CallContext, signal: AbortSignal): Promise<ProcessorPayment> {
    const contact = this.directContact(input);
    return contact === undefined ? this.createLink(input, ctx, signal) : this.createDirect(input, contact, ctx, signal);
  }

  /** The server-to-server API needs both ways to reach the customer, and never sees a card. */
  private directContact({ instrument, customer }: CreateInput): Contact | undefined {
    const { email, phone } = customer ?? {};
    if (!this.isDirectEnabled || email === undefined || phone === undefined || instrument.method === 'card') return undefined;
    return instrument.method === 'netbanking' && instrument.bank === null ? undefined : { email, phone };
  }

  private async createLink(input: CreateInput, ctx: CallContext, signal: AbortSignal): Promise<ProcessorPayment> {
    const link = await this.postLink(input, ctx, signal);
    const found = await this.lookup.ofLink(link, { ...input, processorRef: null }, { nowMs: ctx.nowMs, signal });
    if (found.state !== 'requires_action') return found;
    return { ...found, nextAction: redirectAction(link, 'short_url', input) };
  }

  /** A second link of one reference is refused: then the first one is meant. */
  private async postLink(input: CreateInput, ctx: CallContext, signal: AbortSignal): Promise<AnswerReader> {
    try {
      return await this.calls.post('create_link', '/v1/payment_links', linkBody(ctx.accountId, input, ctx.nowMs), { signal });
    } catch (error) {
      if (!(error instanceof RequestRefusedError) || !isAboutReference(error)) throw error;
      const link = await this.lookup.findLink(input, { nowMs: ctx.nowMs, signal });
      if (link === undefined) throw error;
      return link;
    }
  }

  private async createDirect(input: CreateInput, contact: Contact, ctx: CallContext, signal: AbortSignal): Promise<ProcessorPayment> {
    const asking = { nowMs: ctx.nowMs, signal };
    const known = await this.lookup.findOrder(input, asking);
    const orderId =
      known ?? (await this.calls.post('create_order', '/v1/orders', orderBody(ctx.accountId, input), { signal })).text('id', 40);
    if (known !== undefined) {
      const found = await this.lookup.ofOrder(known, { ...input, processorRef: known }, asking);
      // Somebody began to pay: after a call that did not come back one only asks (spec/india.md 3.2).
      if (found.processorRef !== known) return found.state === 'requires_action' ? { ...found, state: 'processing' } : found;
    }
    return this.pay(input, contact, { ...asking, orderId, accountId: ctx.accountId });
  }

  private async pay(
    input: CreateInput,
    contact: Contact,
    { nowMs, signal, orderId, accountId }: { nowMs: number; signal: AbortSignal; orderId: string; accountId: string },
  ): Promise<ProcessorPayment> {
    const path = input.instrument.method === 'upi' ? '/v1/payments/create/upi' : '/v1/payments/create/json';
    const body = { ...directBody(accountId, input, contact), order_id: orderId };
    const answer = await this.calls.post('create_payment', path, body, { signal });
    const processorRef = answer.text('razorpay_payment_id', 40);
    const waiting = openPayment({ ...input, processorRef, nowMs }, 'requires_action', 'created');
    return { ...waiting, nextAction: nextActionIn(answer, input) };
  }
}

/** Razorpay has no code for a reference that is in use, only a sentence. */
function isAboutReference({ problem }: RequestRefusedError): boolean {
  return /reference_id/i.test(problem?.findText('description', 500) ?? '');
}

/** What the customer has to do. @throws MalformedAnswerError. */
function nextActionIn(answer: AnswerReader, input: CreateInput): NextAction {
  if (input.instrument.method === 'upi') return upiAction(input, () => upiLinkIn(answer));
  const redirect = answer.list('next').find((step) => step.findText('action') === 'redirect');
  if (redirect === undefined) throw new MalformedAnswerError('next');
  return redirectAction(redirect, 'url', input);
}

/** `link` of the UPI call, or the entry of `next` that stands in its place in the JSON call. */
function upiLinkIn(answer: AnswerReader): string {
  return (
    answer.findText('link') ??
    answer
      .list('next')
      .find((step) => step.findText('action') === 'intent')
      ?.findText('url') ??
    ''
  );
}
