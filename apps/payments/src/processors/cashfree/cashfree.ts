import { LAUNCH_CURRENCIES } from '#contracts';
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
import { refusedRefund, unknownOutcome, unknownRefund } from '../network/outcomes';
import { paymentFrom, refundFrom } from './cashfree-answers';
import { banksIn } from './cashfree-banks';
import { CashfreeCalls, isDuplicate } from './cashfree-calls';
import { CashfreeCreation } from './cashfree-creation';
import { CashfreeDebits, debitReferenceIn } from './cashfree-debits';
import { CashfreeLookup } from './cashfree-lookup';
import { CASHFREE_RAILS, CashfreeMandates } from './cashfree-mandates';
import { refusedRequest } from './cashfree-reasons';
import { amountOf, refundBody } from './cashfree-requests';
import { parseCashfreeWebhook } from './cashfree-webhook';

/** What the operator configures for the adapter. */
export interface CashfreeSettings {
  /** Secrets that may have signed a webhook, the client secret first. */
  webhookSecrets: readonly string[];
  /** Whether Cashfree has opened its server-to-server API to this client. Otherwise the customer pays on Cashfree's page. */
  isDirectEnabled: boolean;
}

const LIST_TIMEOUT_MS = 5_000;

/**
 * Cashfree Payments on its public HTTP API, version 2025-01-01 (docs/reference/processors.md). Amounts are decimals there: digits are
 * moved, nothing is calculated. A payment begins as a payment link (`lnk_…`, the customer pays on Cashfree's page) or, where
 * the server-to-server API is open, as an order under our own id; its reference is the order's id once there is one.
 */
export class CashfreeProcessor implements PaymentProcessor {
  readonly name = 'cashfree';
  readonly mandates: CashfreeMandates;
  private readonly debits: CashfreeDebits;
  private readonly calls: CashfreeCalls;
  private readonly lookup: CashfreeLookup;
  private readonly creation: CashfreeCreation;

  constructor(
    http: PartnerHttp,
    private readonly settings: CashfreeSettings,
  ) {
    this.calls = new CashfreeCalls(http);
    this.lookup = new CashfreeLookup(this.calls);
    this.mandates = new CashfreeMandates(this.calls, settings.isDirectEnabled);
    this.debits = new CashfreeDebits(this.calls);
    this.creation = new CashfreeCreation(this.calls, this.lookup, settings.isDirectEnabled);
  }

  /** Without cards held for a later capture: Cashfree's page captures at once. */
  capabilities(): ProcessorCapabilities {
    const { isDirectEnabled } = this.settings;
    return {
      ...pageCapabilities(isDirectEnabled),
      currencies: LAUNCH_CURRENCIES.filter((currency) => currency === 'INR'),
      mandates: CASHFREE_RAILS,
      idempotency: 'reference',
    };
  }

  /** Those of Cashfree's banks that this API knows. Throws when Cashfree does not answer: the caller has its own list. */
  async listBanks(_account: AccountRef): Promise<ProcessorBank[]> {
    const body = { queries: { amount: amountOf(10_000, 'INR') }, filters: { payment_methods: ['netbanking'] } };
    const signal = AbortSignal.timeout(LIST_TIMEOUT_MS);
    const methods = await this.calls.ask('list_banks', '/eligibility/payment_methods', body, { signal });
    return banksIn(methods);
  }

  async create(input: CreateInput, ctx: CallContext): Promise<ProcessorPayment> {
    const { debit } = input;
    if (debit !== undefined) return this.debits.create({ ...input, debit }, ctx);
    const about = { processorRef: null, amount: input.amount, currency: input.currency, nowMs: ctx.nowMs };
    return this.creation.create(input, ctx).catch((error: unknown) => {
      // What is there already was taken on, by an earlier call: nothing may be tried elsewhere.
      return isDuplicate(error) ? unknownOutcome(about, 'duplicate') : failedCreation(error, input, about, refusedRequest);
    });
  }

  fetch(payment: KnownPayment, ctx: CallContext): Promise<ProcessorPayment> {
    const { debit } = payment;
    if (debit !== undefined) return this.debits.fetch({ ...payment, debit }, ctx);
    const known = debitReferenceIn(payment.processorRef);
    if (known !== undefined) return this.debits.fetchFirst(payment, known, ctx);
    return fetchPayment((known, acting) => this.lookup.find(known, acting), payment, ctx);
  }

  /** Takes money that Cashfree holds after a preauthorization. */
  capture(payment: KnownPayment, amount: Minor, ctx: CallContext): Promise<ProcessorPayment> {
    return this.settle('capture', payment, amount, ctx);
  }

  /** Lets held money go, or closes the page to the customer. */
  void(payment: KnownPayment, ctx: CallContext): Promise<ProcessorPayment> {
    if (payment.processorRef?.startsWith('lnk_')) return this.cancelLink(payment, payment.processorRef, ctx);
    return this.settle('void', payment, payment.amount, ctx);
  }

  /** May be repeated: our id is the refund's, and unique there. */
  async refund(input: RefundInput, ctx: CallContext): Promise<ProcessorRefund> {
    const debited = debitReferenceIn(input.payment.processorRef);
    if (debited !== undefined) return this.debits.refund(input, debited, ctx);
    const asking = actingUnder(ctx);
    try {
      const orderId = await this.lookup.orderIdOf(input.payment, asking);
      if (orderId === undefined) return unknownRefund(input);
      const path = `/orders/${encodeURIComponent(orderId)}/refunds`;
      const body = refundBody(ctx.accountId, input);
      return refundFrom(await this.calls.post('refund', path, body, { ...asking, key: input.refundId }), input.speed);
    } catch (error) {
      if (!(error instanceof RequestRefusedError) || !error.isAboutRequest) return undecidedRefund(error, input);
      return this.afterRefusal(error, input, asking);
    }
  }

  /** An earlier call that did not come back may have made the refund: only one that is not there is given up. */
  private async afterRefusal(refusal: RequestRefusedError, input: RefundInput, asking: Acting): Promise<ProcessorRefund> {
    try {
      const made = await this.lookup.findRefund(input, asking);
      if (made !== undefined) return refundFrom(made, input.speed);
      return isDuplicate(refusal) ? unknownRefund(input) : refusedRefund(input, refusal.code ?? 'refund_refused');
    } catch (error) {
      return undecidedRefund(error, input);
    }
  }

  fetchRefund(refund: KnownRefund, ctx: CallContext): Promise<ProcessorRefund> {
    const debited = debitReferenceIn(refund.payment.processorRef);
    if (debited !== undefined) return this.debits.fetchRefund(refund, debited, ctx);
    const find = async (known: KnownRefund, acting: Acting): Promise<ProcessorRefund | undefined> => {
      const answer = await this.lookup.findRefund(known, acting);
      return answer && refundFrom(answer, refund.speed);
    };
    return fetchRefund(find, refund, ctx);
  }

  parseWebhook(delivery: PartnerDelivery): ProcessorEvent[] {
    return parseCashfreeWebhook(delivery, this.settings.webhookSecrets);
  }

  private async settle(operation: 'capture' | 'void', payment: KnownPayment, amount: Minor, ctx: CallContext): Promise<ProcessorPayment> {
    const asking = actingUnder(ctx);
    const about = { ...payment, nowMs: ctx.nowMs };
    try {
      const orderId = await this.lookup.orderIdOf(payment, asking);
      if (orderId === undefined) return unknownOutcome(about, 'not_found');
      const path = `/orders/${encodeURIComponent(orderId)}/authorization`;
      const body = { action: operation.toUpperCase(), amount: amountOf(amount, payment.currency) };
      const answer = await this.calls.post(operation, path, body, { ...asking, key: ctx.idempotencyKey });
      return paymentFrom(answer, { orderId, nowMs: ctx.nowMs });
    } catch (error) {
      // It was done before, or there is nothing to do it to: what holds is what the payment says.
      if (error instanceof RequestRefusedError) return this.fetch(payment, ctx);
      return undecided(error, about);
    }
  }

  private async cancelLink(payment: KnownPayment, id: string, ctx: CallContext): Promise<ProcessorPayment> {
    try {
      await this.calls.post('cancel_link', `/links/${encodeURIComponent(id)}/cancel`, {}, actingUnder(ctx));
    } catch (error) {
      if (!(error instanceof RequestRefusedError)) return undecided(error, { ...payment, nowMs: ctx.nowMs });
    }
    return this.fetch(payment, ctx);
  }
}
