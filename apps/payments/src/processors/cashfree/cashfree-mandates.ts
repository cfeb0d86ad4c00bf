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
import { isDuplicate, isMissing, type CashfreeCalls } from './cashfree-calls';
import {
  authorizationFailure,
  authorizationLink,
  authorizationPayment,
  firstPaymentFrom,
  isUnderWay,
  notificationFrom,
  statusReport,
  type AuthorizationPayment,
} from './cashfree-mandate-answers';
import {
  authorizationBody,
  authorizationId,
  notificationBody,
  notificationId,
  paymentOfNotice,
  returnBody,
  subscriptionBody,
} from './cashfree-mandate-requests';
import { refusedRequest } from './cashfree-reasons';

const DAY_MS = 86_400_000;
/** How long the payer has after Cashfree has sent them to its page. */
const PAGE_MS = DAY_MS;
/** By which Cashfree sends the payer to its page, where we cannot. */
const CHANNELS = ['EMAIL', 'SMS'];

/**
 * What Cashfree registers. Cards are not among it: Cashfree debits them on a date of its own (`payment_schedule_date`), and Hundi could
 * not call the debit off. Without a notice it debits bank accounts alone ("Controlled subscription payments"). What an authorization on UPI
 * takes need not go back (`authorization_amount_refund`), and is the first payment then.
 */
export const CASHFREE_RAILS: MandateRails = {
  upi: { pause: true, approveWithinMs: PAGE_MS, firstNeedsNotice: true, takesFirst: true },
  enach: { pause: true },
};

/** Mandates at Cashfree: a subscription `ON_DEMAND` under our own id, controlled notifications, executions and charges. */
export class CashfreeMandates implements MandateProcessor {
  /** @param isDirectEnabled whether the server-to-server API is open: then the payer authorizes in their UPI app. */
  constructor(
    private readonly calls: CashfreeCalls,
    private readonly isDirectEnabled: boolean,
  ) {}

  async register(input: RegisterMandateInput, ctx: CallContext): Promise<MandateResult> {
    const { email, phone } = input.payer;
    if (email === undefined || phone === undefined) return standing({ state: 'rejected', failure: contactMissing(email === undefined) });
    const acting = actingUnder(ctx);
    try {
      const subscription = await this.createSubscription(input, ctx, acting);
      const known = await this.reportOf(subscription, input, acting);
      if (known !== undefined) return standing(known);
      return await this.authorize(subscription, input, acting);
    } catch (error) {
      return failedRegistration(error, refusedRequest);
    }
  }

  async fetch(mandate: KnownMandate, ctx: CallContext): Promise<MandateResult> {
    const acting = actingUnder(ctx);
    try {
      const report = await this.reportOf(await this.read(mandate, acting), mandate, acting);
      return report === undefined ? { outcome: 'done' } : standing(report);
    } catch (error) {
      return isMissing(error) ? { outcome: 'not_found' } : undecidedMandate(error);
    }
  }

  async revoke(mandate: KnownMandate, ctx: CallContext): Promise<MandateResult> {
    const ended = await this.manage('CANCEL', ENDED, mandate, ctx);
    return ended.outcome === 'done' ? this.returnVerification(mandate, ctx) : ended;
  }

  /** What verifies the payer Cashfree gives back by itself; a first payment that is not kept, we do. */
  async returnVerification(mandate: KnownMandate, ctx: CallContext): Promise<MandateResult> {
    const { mandateId, first } = mandate;
    if (first === undefined || first.isKept) return { outcome: 'done' };
    const acting = actingUnder(ctx);
    try {
      const authorization = await this.authorization(await this.read(mandate, acting), mandate, acting);
      const taken = authorization && firstPaymentFrom(authorization, acting.nowMs);
      if (taken === undefined) return { outcome: authorization && isUnderWay(authorization.entity, acting.nowMs) ? 'unknown' : 'done' };
      const body = returnBody(mandateId, { payment: taken.reference.slice(mandateId.length + 1), amount: taken.amount });
      await this.calls.post('return_verification', `/subscriptions/${encodeURIComponent(mandateId)}/refunds`, body, {
        ...acting,
        key: mandateId,
      });
      return { outcome: 'done' };
    } catch (error) {
      if (isDuplicate(error)) return { outcome: 'done' };
      return isMissing(error) ? { outcome: 'not_found' } : undecidedMandate(error);
    }
  }

  pause(mandate: KnownMandate, ctx: CallContext): Promise<MandateResult> {
    return this.manage('PAUSE', PAUSED, mandate, ctx);
  }

  resume(mandate: KnownMandate, ctx: CallContext): Promise<MandateResult> {
    return this.manage('ACTIVATE', ACTIVE, mandate, ctx);
  }

  /** Only UPI has notices here: of a bank account Cashfree sends its own. */
  async notify(input: NoticeInput, ctx: CallContext): Promise<NoticeResult> {
    const acting = actingUnder(ctx);
    const reference = notificationId(input);
    try {
      const path = '/subscriptions/pay/controlled/notify-mandate';
      const answer = await this.calls.post('notify_debit', path, notificationBody(input), { ...acting, key: reference });
      return notificationFrom(answer, reference);
    } catch (error) {
      if (!isDuplicate(error)) return failedNotice(error);
      return this.fetchNotice({ ...input, reference }, ctx);
    }
  }

  async fetchNotice({ reference }: KnownNotice, ctx: CallContext): Promise<NoticeResult> {
    const [payment, notification] = [paymentOfNotice(reference), reference].map(encodeURIComponent);
    const path = `/subscriptions/payments/${payment}/controlled/notifications/${notification}`;
    try {
      return notificationFrom(await this.calls.get('fetch_notice', path, actingUnder(ctx)), reference);
    } catch (error) {
      return undecidedNotice(error);
    }
  }

  /** Its id is ours: a second one of the same id is the first. */
  private async createSubscription(input: RegisterMandateInput, ctx: CallContext, acting: Acting): Promise<AnswerReader> {
    const channels = this.isAppUsed(input) ? [] : CHANNELS;
    const body = subscriptionBody(ctx.accountId, input, channels);
    try {
      return await this.calls.post('register_mandate', '/subscriptions', body, { ...acting, key: input.mandateId });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return this.read(input, acting);
    }
  }

  /** The payer is sent to their UPI app by us, or to Cashfree's page by Cashfree. */
  private async authorize(subscription: AnswerReader, input: RegisterMandateInput, acting: Acting): Promise<MandateResult> {
    if (!this.isAppUsed(input)) return standing({ state: 'requires_action', action: null });
    const body = authorizationBody(input.mandateId, subscription.text('subscription_session_id', 2_048));
    try {
      const answer = await this.calls.post('authorize_mandate', '/subscriptions/pay', body, { ...acting, key: input.mandateId });
      return standing({ state: 'requires_action', action: { kind: 'upi_intent', url: authorizationLink(answer) } });
    } catch (error) {
      // Asked for before, under a key that Cashfree has forgotten: the link is gone, but whoever has it may still approve.
      if (isDuplicate(error)) return standing({ state: 'requires_action', action: null });
      throw error;
    }
  }

  private isAppUsed({ terms }: KnownMandate): boolean {
    return this.isDirectEnabled && terms.instrument.method === 'upi';
  }

  private read({ mandateId }: KnownMandate, acting: Acting): Promise<AnswerReader> {
    return this.calls.get('fetch_mandate', `/subscriptions/${encodeURIComponent(mandateId)}`, acting);
  }

  /** In the app one refusal is the end; on the page the payer may try again. */
  private async reportOf(subscription: AnswerReader, mandate: KnownMandate, acting: Acting): Promise<MandateResult['report']> {
    const refused = this.isAppUsed(mandate) ? authorizationFailure(subscription.findObject('authorization_details')) : undefined;
    const report = statusReport(subscription.text('subscription_status', 40), subscription) ?? refused;
    if (report?.state !== 'active' || mandate.first?.isKept !== false) return report;
    const authorization = await this.authorization(subscription, mandate, acting);
    return withFirstPayment(report, authorization && firstPaymentFrom(authorization, acting.nowMs));
  }

  /** The payment of the authorization, which has our number in the app, and Cashfree's on the page; undefined for none so far. */
  private async authorization(
    subscription: AnswerReader,
    { mandateId }: KnownMandate,
    acting: Acting,
  ): Promise<AuthorizationPayment | undefined> {
    const id = authorizationPayment(subscription) ?? authorizationId(mandateId);
    const path = `/subscriptions/${encodeURIComponent(mandateId)}/payments/${encodeURIComponent(id)}`;
    try {
      return { entity: await this.calls.get('fetch_mandate', path, acting), reference: `${mandateId}/${id}` };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  private async manage(action: string, reached: ReadonlySet<string>, mandate: KnownMandate, ctx: CallContext): Promise<MandateResult> {
    const acting = actingUnder(ctx);
    const path = `/subscriptions/${encodeURIComponent(mandate.mandateId)}/manage`;
    const body = { subscription_id: mandate.mandateId, action };
    try {
      await this.calls.post('manage_mandate', path, body, { ...acting, key: ctx.idempotencyKey });
      return { outcome: 'done' };
    } catch (error) {
      if (isMissing(error)) return { outcome: 'not_found' };
      if (!(error instanceof RequestRefusedError)) return undecidedMandate(error);
      return this.reachedAlready(reached, mandate, acting);
    }
  }

  /** A second one is refused: what holds is what the subscription says. */
  private async reachedAlready(reached: ReadonlySet<string>, mandate: KnownMandate, acting: Acting): Promise<MandateResult> {
    try {
      const status = (await this.read(mandate, acting)).text('subscription_status', 40);
      return { outcome: reached.has(status) ? 'done' : 'unknown' };
    } catch (error) {
      return undecidedMandate(error);
    }
  }
}

const ENDED: ReadonlySet<string> = new Set(['CANCELLED', 'CUSTOMER_CANCELLED', 'EXPIRED', 'LINK_EXPIRED', 'COMPLETED', 'CARD_EXPIRED']);
const PAUSED: ReadonlySet<string> = new Set([...ENDED, 'PAUSED', 'CUSTOMER_PAUSED', 'ON_HOLD']);
const ACTIVE: ReadonlySet<string> = new Set([...ENDED, 'ACTIVE', 'CUSTOMER_PAUSED', 'ON_HOLD']);

function contactMissing(isEmail: boolean) {
  return failureOf('mismatch_in_transaction_details', isEmail ? 'customer_email_missing' : 'customer_phone_missing');
}
