import type { MandateReport } from '#contracts';
import { type AnswerReader, RequestRefusedError } from '#partner-http';
import type {
  KnownMandate,
  KnownNotice,
  MandateProcessor,
  MandateRails,
  MandateResult,
  NoticeInput,
  NoticeResult,
  RegisterMandateInput,
} from '../mandate-processor';
import type { CallContext } from '../processor';
import { actingUnder, type Acting } from '../network/deadline';
import {
  failedNotice,
  failedRegistration,
  failureOf,
  standing,
  undecidedMandate,
  undecidedNotice,
  withFirstPayment,
} from '../network/mandate-results';
import type { RazorpayCalls } from './razorpay-calls';
import { firstPaymentIn, linkReport, noticeFrom, tokenReport } from './razorpay-mandate-answers';
import { noticeBody, noticeReceipt, registrationBody, returnBody } from './razorpay-mandate-requests';
import { refusedRequest } from './razorpay-reasons';
import { authorizedToken, isUnderWay, tokenOf, tokenPath, type KnownToken } from './razorpay-tokens';

const HOUR_MS = 3_600_000;
/** How long the page of a registration is open. */
const PAGE_MS = 24 * HOUR_MS;

/**
 * Razorpay, "Create subsequent payments": a card is debited 36 hours and 5 minutes after its notice. Only the payer pauses a mandate. The
 * amount of a registration on UPI or a card is the merchant's to choose: it is captured, and is the first payment.
 */
export const RAZORPAY_RAILS: MandateRails = {
  upi: { pause: false, approveWithinMs: PAGE_MS, takesFirst: true },
  card: { pause: false, approveWithinMs: PAGE_MS, waitMs: 36 * HOUR_MS + 5 * 60_000, takesFirst: true },
  enach: { pause: false },
};

/**
 * Mandates at Razorpay: a registration link makes an order with a token, which the payer authorizes on Razorpay's page. Each has our id
 * as its receipt, so that what a lost call has made is found. Debits are orders with `notification`, and recurring payments.
 */
export class RazorpayMandates implements MandateProcessor {
  constructor(private readonly calls: RazorpayCalls) {}

  /** Razorpay keeps no receipt of links unique: the link is looked for first, under the guard of the task. */
  async register(input: RegisterMandateInput, ctx: CallContext): Promise<MandateResult> {
    const { email, phone } = input.payer;
    // Each later debit names both.
    if (email === undefined || phone === undefined) return standing({ state: 'rejected', failure: contactMissing(email === undefined) });
    const acting = actingUnder(ctx);
    try {
      const known = await this.findLink(input, acting);
      if (known !== undefined) return await this.standingOf(known, input, acting);
      const body = registrationBody(ctx.accountId, input, ctx.nowMs);
      const link = await this.calls.post('register_mandate', '/v1/subscription_registration/auth_links', body, acting);
      return await this.standingOf(link, input, acting);
    } catch (error) {
      return failedRegistration(error, refusedRequest);
    }
  }

  async fetch(mandate: KnownMandate, ctx: CallContext): Promise<MandateResult> {
    const acting = actingUnder(ctx);
    try {
      const token = tokenOf(mandate);
      // While the first payment is to be seen, its order is looked at as well.
      if (token !== undefined && mandate.first?.isKept !== false)
        return resultOf(tokenReport(await this.fetchToken(token, acting), token.customer));
      const link = await this.findLink(mandate, acting);
      return link === undefined ? { outcome: 'not_found' } : await this.standingOf(link, mandate, acting);
    } catch (error) {
      return undecidedMandate(error);
    }
  }

  /** The page is closed, or the token is cancelled at the network. Deleting a token would leave the mandate as it is. */
  async revoke(mandate: KnownMandate, ctx: CallContext): Promise<MandateResult> {
    const acting = actingUnder(ctx);
    try {
      const link = await this.findLink(mandate, acting);
      const token = tokenOf(mandate) ?? (link && (await this.tokenOfClosed(link, acting)));
      if (token !== undefined) await this.cancelToken(token, acting);
      else if (link === undefined) return { outcome: 'not_found' };
      return link === undefined || mandate.first?.isKept ? { outcome: 'done' } : await this.giveBack(link, mandate, ctx, acting);
    } catch (error) {
      return undecidedMandate(error);
    }
  }

  async returnVerification(mandate: KnownMandate, ctx: CallContext): Promise<MandateResult> {
    if (mandate.first?.isKept) return { outcome: 'done' };
    const acting = actingUnder(ctx);
    try {
      const link = await this.findLink(mandate, acting);
      return link === undefined ? { outcome: 'not_found' } : await this.giveBack(link, mandate, ctx, acting);
    } catch (error) {
      return undecidedMandate(error);
    }
  }

  async notify(input: NoticeInput, ctx: CallContext): Promise<NoticeResult> {
    const acting = actingUnder(ctx);
    const { processor: token } = input.mandate.references;
    if (token === undefined) return { outcome: 'failed' };
    try {
      const order = (await this.findOrder(noticeReceipt(input), acting)) ?? (await this.createNotice(input, token, ctx, acting));
      return noticeFrom(order.findObject('notification'), order.text('id', 40));
    } catch (error) {
      return failedNotice(error);
    }
  }

  async fetchNotice({ reference }: KnownNotice, ctx: CallContext): Promise<NoticeResult> {
    try {
      const order = await this.calls.get('fetch_notice', `/v1/orders/${encodeURIComponent(reference)}`, actingUnder(ctx));
      return noticeFrom(order.findObject('notification'), reference);
    } catch (error) {
      return undecidedNotice(error);
    }
  }

  private createNotice(input: NoticeInput, token: string, { accountId }: CallContext, acting: Acting): Promise<AnswerReader> {
    return this.calls.post('notify_debit', '/v1/orders', noticeBody(accountId, input, token), acting);
  }

  private async findOrder(receipt: string, { signal }: Acting): Promise<AnswerReader | undefined> {
    const answer = await this.calls.get('find_notice', '/v1/orders', { signal, query: { receipt, count: '10' } });
    return answer.list('items').find((order) => order.findText('receipt') === receipt);
  }

  /** The registration link of a mandate, by Razorpay's id or by ours. */
  private async findLink({ mandateId, references }: KnownMandate, { signal }: Acting): Promise<AnswerReader | undefined> {
    const { registration } = references;
    if (registration !== undefined) {
      return this.calls.get('fetch_registration', `/v1/invoices/${encodeURIComponent(registration)}`, { signal });
    }
    const answer = await this.calls.get('find_registration', '/v1/invoices', { signal, query: { type: 'link', receipt: mandateId } });
    return answer.list('items').find((link) => link.findText('receipt') === mandateId);
  }

  /** What a link says of its mandate, or the token of its payment once it was paid. */
  private async standingOf(link: AnswerReader, { references, first }: KnownMandate, acting: Acting): Promise<MandateResult> {
    const report = linkReport(link);
    if (report !== null) return standing(report);
    const payments = await this.paymentsOf(link, acting);
    const token = authorizedToken(link, payments);
    if (token !== undefined) {
      const known = tokenReport(await this.fetchToken(token, acting), token.customer);
      const registered = known && withRegistration(known, link.text('id', 40));
      const isJoined = first !== undefined && registered?.state === 'active';
      return resultOf(isJoined ? withFirstPayment(registered, firstPaymentIn(payments, acting.nowMs)) : registered);
    }
    // Paid, and the payment names no token yet: the bank decides.
    const registration = references.registration ?? link.text('id', 40);
    return standing({ state: 'requires_action', action: null, references: { registration } });
  }

  /** The token of a link whose page is closed first. */
  private async tokenOfClosed(link: AnswerReader, acting: Acting): Promise<KnownToken | undefined> {
    const closed = await this.closed(link, acting);
    return authorizedToken(closed, await this.paymentsOf(closed, acting));
  }

  private async paymentsOf(link: AnswerReader, { signal }: Acting): Promise<AnswerReader[]> {
    const orderId = link.findText('order_id', 40);
    if (orderId === undefined) return [];
    const answer = await this.calls.get('fetch_order', `/v1/orders/${encodeURIComponent(orderId)}/payments`, { signal });
    return answer.list('items');
  }

  private fetchToken(token: KnownToken, { signal }: Acting): Promise<AnswerReader> {
    return this.calls.get('fetch_token', tokenPath(token), { signal });
  }

  /** A page that is closed takes no payer any more; one that was paid meanwhile says so. */
  private async closed(link: AnswerReader, acting: Acting): Promise<AnswerReader> {
    if (link.text('status', 40) !== 'issued') return link;
    const path = `/v1/invoices/${encodeURIComponent(link.text('id', 40))}`;
    try {
      return await this.calls.post('cancel_registration', `${path}/cancel`, {}, acting);
    } catch (error) {
      if (!(error instanceof RequestRefusedError)) throw error;
      return this.calls.get('fetch_registration', path, acting);
    }
  }

  /** A second cancellation is refused: what holds is what the token says. */
  private async cancelToken(token: KnownToken, acting: Acting): Promise<void> {
    try {
      await this.calls.put('revoke_mandate', `${tokenPath(token)}/cancel`, {}, acting);
    } catch (error) {
      if (!(error instanceof RequestRefusedError)) throw error;
      const status = (await this.fetchToken(token, acting)).findObject('recurring_details')?.findText('status', 40) ?? '';
      if (!ENDED.has(status)) throw error;
    }
  }

  private async giveBack(link: AnswerReader, mandate: KnownMandate, ctx: CallContext, acting: Acting): Promise<MandateResult> {
    const payments = await this.paymentsOf(link, acting);
    const taken = payments.find((one) => ['authorized', 'captured'].includes(one.findText('status', 40) ?? '') && isKept(one));
    if (taken === undefined) return { outcome: mandate.first && payments.some((one) => isUnderWay(one, ctx.nowMs)) ? 'unknown' : 'done' };
    // What is only held is captured by Razorpay, or goes back by itself.
    if (taken.findText('status', 40) === 'authorized') return { outcome: 'unknown' };
    const headers = { 'x-refund-idempotency': mandate.mandateId };
    const body = returnBody(ctx.accountId, mandate, taken.integer('amount'));
    const path = `/v1/payments/${encodeURIComponent(taken.text('id', 40))}/refund`;
    await this.calls.post('return_verification', path, body, { ...acting, headers });
    return { outcome: 'done' };
  }
}

const ENDED: ReadonlySet<string> = new Set(['cancelled', 'cancellation_initiated', 'rejected']);

function isKept(payment: AnswerReader): boolean {
  return (payment.findInteger('amount') ?? 0) > 0 && (payment.findInteger('amount_refunded') ?? 0) === 0;
}

function contactMissing(isEmail: boolean) {
  return failureOf('mismatch_in_transaction_details', isEmail ? 'customer_email_missing' : 'customer_phone_missing');
}

function resultOf(report: MandateResult['report']): MandateResult {
  return report === undefined ? { outcome: 'done' } : standing(report);
}

function withRegistration(report: MandateReport, registration: string): MandateReport {
  return 'references' in report ? { ...report, references: { ...report.references, registration } } : report;
}
