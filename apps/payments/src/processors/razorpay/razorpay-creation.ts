import { type AnswerReader, MalformedAnswerError, RequestRefusedError } from '#partner-http';
import type { NextAction } from '../../payment/decide/attempt-result';
import type { CallContext, CreateInput, ProcessorPayment } from '../processor';
import { redirectAction, upiAction } from '../network/customer-actions';
import { actingUnder, type Acting } from '../network/deadline';
import { openPayment, unknownOutcome } from '../network/outcomes';
import type { RazorpayCalls } from './razorpay-calls';
import type { KnownOrder, RazorpayLookup } from './razorpay-lookup';
import { directBody, linkBody, orderBody } from './razorpay-requests';

type Contact = { email: string; phone: string };

/** What the server-to-server API takes; the page has no such bounds. */
const EMAIL_LENGTH_MAX = 40;
const PHONE_LENGTH_MAX = 15;

/** Begins payments at Razorpay, once for each attempt, however often it is asked to. */
export class RazorpayCreation {
  constructor(
    private readonly calls: RazorpayCalls,
    private readonly lookup: RazorpayLookup,
    private readonly isDirectEnabled: boolean,
  ) {}

  /** @throws as RazorpayCalls. */
  create(input: CreateInput, ctx: CallContext): Promise<ProcessorPayment> {
    const contact = this.directContact(input);
    const acting = actingUnder(ctx);
    return contact === undefined ? this.createLink(input, ctx, acting) : this.createDirect(input, contact, ctx, acting);
  }

  /** The server-to-server API needs both ways to reach the customer, and never sees a card. */
  private directContact({ instrument, customer }: CreateInput): Contact | undefined {
    const { email, phone } = customer ?? {};
    if (!this.isDirectEnabled || email === undefined || phone === undefined || instrument.method === 'card') return undefined;
    if (email.length > EMAIL_LENGTH_MAX || phone.length > PHONE_LENGTH_MAX) return undefined;
    return instrument.method === 'netbanking' && instrument.bank === null ? undefined : { email, phone };
  }

  private async createLink(input: CreateInput, ctx: CallContext, acting: Acting): Promise<ProcessorPayment> {
    const link = await this.postLink(input, ctx, acting);
    const found = await this.lookup.ofLink(link, { ...input, processorRef: null }, acting);
    if (found.state !== 'requires_action') return found;
    return { ...found, nextAction: redirectAction(link, 'short_url', input) };
  }

  /** A second link of one reference is refused: then the first one is meant. */
  private async postLink(input: CreateInput, ctx: CallContext, acting: Acting): Promise<AnswerReader> {
    try {
      return await this.calls.post('create_link', '/v1/payment_links', linkBody(ctx.accountId, input, ctx.nowMs), acting);
    } catch (error) {
      if (!isAbout(error, /reference_id/i)) throw error;
      const link = await this.lookup.findLink(input, acting);
      if (link === undefined) throw error;
      return link;
    }
  }

  private async createDirect(input: CreateInput, contact: Contact, ctx: CallContext, acting: Acting): Promise<ProcessorPayment> {
    const orders = await this.lookup.findOrders(input, acting);
    const begun = await this.begunWith(orders, input, ctx, acting);
    if (begun !== undefined) return begun;
    const orderId = orders[0]?.id ?? (await this.createOrder(input, ctx, acting));
    if (orderId === undefined) return underWay(input, ctx, ctx.nowMs);
    return this.pay(input, contact, { ...acting, orderId, accountId: ctx.accountId });
  }

  /**
   * What became of an earlier call for the same attempt: after one that did not come back one only asks. A fresh order without
   * a payment may belong to a call that is still on its way, from a process that has died or lost its partition meanwhile.
   */
  private async begunWith(
    orders: readonly KnownOrder[],
    input: CreateInput,
    ctx: CallContext,
    acting: Acting,
  ): Promise<ProcessorPayment | undefined> {
    const newest = orders.at(-1);
    if (newest === undefined) return undefined;
    const found = await this.lookup.bestOf(
      orders.map(({ id }) => id),
      acting,
    );
    if (found !== undefined) return afterLostCall(found);
    const isFresh = ctx.nowMs < newest.createdAtMs + ctx.timeoutMs + ON_ITS_WAY_MS;
    return isFresh ? underWay(input, ctx, newest.createdAtMs) : undefined;
  }

  /**
   * Razorpay keeps a receipt unique when it is asked to (docs: S2S integration, Retries and Idempotency).
   *
   * @returns undefined when another call has made the order meanwhile.
   */
  private async createOrder(input: CreateInput, ctx: CallContext, acting: Acting): Promise<string | undefined> {
    const post = (more: object): Promise<AnswerReader> =>
      this.calls.post('create_order', '/v1/orders', { ...orderBody(ctx.accountId, input), ...more }, acting);
    try {
      return (await post({ unique_receipt: true })).text('id', 40);
    } catch (error) {
      if (isAbout(error, /receipt should be unique/i)) return undefined;
      // An account that does not know the parameter refuses it by this word: the receipt was looked for before.
      if (!(error instanceof RequestRefusedError) || error.code !== 'extra_field_sent') throw error;
      return (await post({})).text('id', 40);
    }
  }

  private async pay(
    input: CreateInput,
    contact: Contact,
    { orderId, accountId, ...acting }: Acting & { orderId: string; accountId: string },
  ): Promise<ProcessorPayment> {
    const path = input.instrument.method === 'upi' ? '/v1/payments/create/upi' : '/v1/payments/create/json';
    const body = { ...directBody(accountId, input, contact), order_id: orderId };
    const answer = await this.calls
      .post('create_payment', path, body, acting)
      .catch((error: unknown) => this.refusedFor(error, orderId, acting));
    if ('state' in answer) return answer;
    const processorRef = answer.text('razorpay_payment_id', 40);
    const waiting = openPayment({ ...input, processorRef, nowMs: acting.nowMs }, 'requires_action', 'created');
    return { ...waiting, nextAction: nextActionIn(answer, input) };
  }

  /** A payment is refused, too, because the order has one by now: then that one is meant, and nothing is tried elsewhere. */
  private async refusedFor(error: unknown, orderId: string, acting: Acting): Promise<ProcessorPayment> {
    const found = error instanceof RequestRefusedError ? await this.lookup.bestOf([orderId], acting) : undefined;
    if (found === undefined) throw error;
    return afterLostCall(found);
  }
}

/** What the customer has to do was in an answer that never came: one only waits. */
function afterLostCall(found: ProcessorPayment): ProcessorPayment {
  return found.state === 'requires_action' ? { ...found, state: 'processing' } : found;
}

/** Between the end of a call's time and the last moment at which it can arrive, milliseconds. */
const ON_ITS_WAY_MS = 5_000;

/** Asked about again when a call that began then has arrived or never will. */
function underWay({ amount, currency }: CreateInput, { nowMs, timeoutMs }: CallContext, sinceMs: number): ProcessorPayment {
  const unknown = unknownOutcome({ processorRef: null, amount, currency, nowMs }, 'begun_elsewhere');
  return { ...unknown, checkAtMs: sinceMs + timeoutMs + ON_ITS_WAY_MS };
}

/** Razorpay has no code for a number of ours that is in use, only a sentence. */
function isAbout(error: unknown, sentence: RegExp): boolean {
  return error instanceof RequestRefusedError && sentence.test(error.problem?.findText('description', 500) ?? '');
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
