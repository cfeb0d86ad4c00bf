import { BANK_CODES, LAUNCH_CURRENCIES } from '#contracts';
import { type PartnerDelivery, type PartnerHttp, RequestRefusedError } from '#partner-http';
import type {
  AccountRef,
  CallContext,
  CreateInput,
  KnownPayment,
  KnownRefund,
  Minor,
  PaymentProcessor,
  ProcessorBank,
  ProcessorCapabilities,
  ProcessorEvent,
  ProcessorPayment,
  ProcessorRefund,
  RefundInput,
} from '../processor';
import { fetchPayment, fetchRefund, pageCapabilities } from '../network/by-reference';
import { actingUnder, type Acting } from '../network/deadline';
import { failedCreation, undecided, undecidedRefund } from '../network/failures';
import { refusedRefund, unableTo, unknownOutcome, unknownRefund } from '../network/outcomes';
import { paymentFrom, refundFrom } from './razorpay-answers';
import { RazorpayCalls } from './razorpay-calls';
import { RazorpayCreation } from './razorpay-creation';
import { RazorpayDebits } from './razorpay-debits';
import { RazorpayLookup, type Asking } from './razorpay-lookup';
import { RAZORPAY_RAILS, RazorpayMandates } from './razorpay-mandates';
import { refusedRequest } from './razorpay-reasons';
import { refundBody } from './razorpay-requests';
import { parseRazorpayWebhook } from './razorpay-webhook';

/** What the operator configures for the adapter. */
export interface RazorpaySettings {
  /** Public: pages show it. */
  keyId: string;
  /** Signing secrets of the webhook, several while one replaces another. None: no webhook is believed. */
  webhookSecrets: readonly string[];
  /**
   * Whether Razorpay has opened its server-to-server API to these credentials, which it does on request only. Without it
   * the customer pays on Razorpay's own page.
   */
  isDirectEnabled: boolean;
}

/**
 * Razorpay on its public HTTP API (docs/reference/processors.md). Amounts are integers of minor units on both sides. A payment begins
 * as a payment link (`plink_…`, the customer pays on Razorpay's page) or, where the server-to-server API is open, as an
 * order with one payment; its reference becomes `pay_…` once there is one.
 */
export class RazorpayProcessor implements PaymentProcessor {
  readonly name = 'razorpay';
  readonly mandates: RazorpayMandates;
  private readonly debits: RazorpayDebits;
  private readonly calls: RazorpayCalls;
  private readonly lookup: RazorpayLookup;
  private readonly creation: RazorpayCreation;

  constructor(
    http: PartnerHttp,
    private readonly settings: RazorpaySettings,
  ) {
    this.calls = new RazorpayCalls(http);
    this.lookup = new RazorpayLookup(this.calls);
    this.mandates = new RazorpayMandates(this.calls);
    this.debits = new RazorpayDebits(this.calls, this.lookup);
    this.creation = new RazorpayCreation(this.calls, this.lookup, settings.isDirectEnabled);
  }

  /** Without cards held for a later capture: Razorpay's page captures at once. */
  capabilities(): ProcessorCapabilities {
    const { isDirectEnabled } = this.settings;
    return {
      ...pageCapabilities(isDirectEnabled),
      currencies: [...LAUNCH_CURRENCIES],
      mandates: RAZORPAY_RAILS,
      idempotency: isDirectEnabled ? 'none' : 'reference',
    };
  }

  /** Those of Razorpay's banks that this API knows. Throws when Razorpay does not answer: the caller has its own list. */
  async listBanks(_account: AccountRef): Promise<ProcessorBank[]> {
    const banks = await this.calls.listBankCodes(this.settings.keyId, AbortSignal.timeout(LIST_TIMEOUT_MS));
    return banks.filter((code) => BANK_CODES.has(code)).map((code) => ({ code, corporate: code.endsWith('_C'), up: true }));
  }

  async create(input: CreateInput, ctx: CallContext): Promise<ProcessorPayment> {
    const { debit } = input;
    if (debit !== undefined) return this.debits.create({ ...input, debit }, ctx);
    const about = { processorRef: null, amount: input.amount, currency: input.currency, nowMs: ctx.nowMs };
    return this.creation.create(input, ctx).catch((error: unknown) => failedCreation(error, input, about, refusedRequest));
  }

  fetch(payment: KnownPayment, ctx: CallContext): Promise<ProcessorPayment> {
    if (payment.debit !== undefined) return this.debits.fetch(payment, ctx);
    return fetchPayment((known, acting) => this.lookup.find(known, acting), payment, ctx);
  }

  /** Takes money that Razorpay holds, which happens only when a payment was authorized late. */
  async capture(payment: KnownPayment, amount: Minor, ctx: CallContext): Promise<ProcessorPayment> {
    const about = { ...payment, nowMs: ctx.nowMs };
    const acting = actingUnder(ctx);
    try {
      const id = await this.paymentIdOf(payment, acting);
      if (id === undefined) return unknownOutcome(about, 'not_found');
      const body = { amount, currency: payment.currency };
      return paymentFrom(await this.calls.post('capture', `/v1/payments/${id}/capture`, body, acting), ctx.nowMs);
    } catch (error) {
      // A second capture is refused with 400: what holds is what the payment says.
      if (error instanceof RequestRefusedError) return this.fetch(payment, ctx);
      return undecided(error, about);
    }
  }

  /** Closes the page to the customer. Razorpay has no void of an authorization: it gives the money back by itself. */
  async void(payment: KnownPayment, ctx: CallContext): Promise<ProcessorPayment> {
    const { processorRef } = payment;
    if (processorRef === null || !processorRef.startsWith('plink_')) return this.withoutVoid(payment, ctx);
    try {
      await this.calls.post('cancel_link', `/v1/payment_links/${encodeURIComponent(processorRef)}/cancel`, {}, actingUnder(ctx));
    } catch (error) {
      if (!(error instanceof RequestRefusedError)) return undecided(error, { ...payment, nowMs: ctx.nowMs });
    }
    return this.fetch(payment, ctx);
  }

  private async withoutVoid(payment: KnownPayment, ctx: CallContext): Promise<ProcessorPayment> {
    const found = await this.fetch(payment, ctx);
    return found.state === 'authorized' ? unableTo(found, 'void_not_supported') : found;
  }

  /** May be repeated: the idempotency header and our id as the receipt make it one refund. */
  async refund(input: RefundInput, ctx: CallContext): Promise<ProcessorRefund> {
    const acting = actingUnder(ctx);
    try {
      const id = await this.paymentIdOf(input.payment, acting);
      if (id === undefined) return unknownRefund(input);
      const headers = { 'x-refund-idempotency': input.refundId };
      const answer = await this.calls.post('refund', `/v1/payments/${id}/refund`, refundBody(ctx.accountId, input), { ...acting, headers });
      return refundFrom(answer, input);
    } catch (error) {
      if (!(error instanceof RequestRefusedError) || !error.isAboutRequest || error.status === CONFLICT)
        return undecidedRefund(error, input);
      return this.afterRefusal(error, input, acting);
    }
  }

  /** An earlier call that did not come back may have made the refund: only one that is not there is given up. */
  private async afterRefusal({ code }: RequestRefusedError, input: RefundInput, asking: Asking): Promise<ProcessorRefund> {
    try {
      const made = await this.lookup.findRefund({ ...input, processorRef: null }, asking);
      return made === undefined ? refusedRefund(input, code ?? 'refund_refused') : refundFrom(made, input);
    } catch (error) {
      return undecidedRefund(error, input);
    }
  }

  fetchRefund(refund: KnownRefund, ctx: CallContext): Promise<ProcessorRefund> {
    const find = async (known: KnownRefund, acting: Acting): Promise<ProcessorRefund | undefined> => {
      const answer = await this.lookup.findRefund(known, acting);
      return answer && refundFrom(answer, refund);
    };
    return fetchRefund(find, refund, ctx);
  }

  parseWebhook(delivery: PartnerDelivery): ProcessorEvent[] {
    return parseRazorpayWebhook(delivery, this.settings.webhookSecrets);
  }

  private async paymentIdOf(payment: KnownPayment, asking: Asking): Promise<string | undefined> {
    if (payment.processorRef?.startsWith('pay_')) return encodeURIComponent(payment.processorRef);
    const ref = (await this.lookup.find(payment, asking))?.processorRef;
    return ref?.startsWith('pay_') ? encodeURIComponent(ref) : undefined;
  }
}

/** Razorpay is at work on the same thing. */
const CONFLICT = 409;
const LIST_TIMEOUT_MS = 5_000;
