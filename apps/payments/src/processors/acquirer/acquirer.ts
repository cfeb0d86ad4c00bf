import { BANK_CODES, LAUNCH_CURRENCIES, PAYMENT_METHODS, UPI_FLOWS } from '#contracts';
import {
  AnswerReader,
  asCode,
  CallFailedError,
  type PartnerDelivery,
  PartnerHttp,
  type PartnerHttpOptions,
  RequestRefusedError,
} from '#partner-http';
import { deadlineOf } from '../network/deadline';
import { undecided, undecidedRefund } from '../network/failures';
import { attemptReference, paymentNotes, refundNotes } from '../network/notes';
import { errorFrom, notTaken, openPayment, refusedRefund, unableTo } from '../network/outcomes';
import type {
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
import { paymentFrom, refundFrom } from './acquirer-answers';
import { parseAcquirerWebhook } from './acquirer-webhook';

/** What the operator configures for the adapter. */
export interface AcquirerOptions extends Pick<PartnerHttpOptions, 'observe' | 'onCircuit'> {
  /** For example `http://127.0.0.1:4600`. */
  apiUrl: string;
  key: string;
  webhookSecret: string;
}

/** Metadata of a payment under this key says how slow and how faulty the acquirer is with it. */
const BEHAVIOR_KEY = 'acquirer';
/** Refusals of the creation that say nothing about the order itself. */
const UNTAKEN_STATUSES: ReadonlySet<number> = new Set([401, 403, 404]);

/** The slow, honest acquirer of `npm run acquirer` (docs/how-to/test-the-asynchronous-path.md). Test mode only. */
export class AcquirerProcessor implements PaymentProcessor {
  readonly name = 'acquirer';

  constructor(
    private readonly http: PartnerHttp,
    private readonly webhookSecrets: readonly string[],
  ) {}

  capabilities(): ProcessorCapabilities {
    return {
      methods: [...PAYMENT_METHODS],
      currencies: [...LAUNCH_CURRENCIES],
      upiFlows: [...UPI_FLOWS],
      manualCapture: true,
      partialCapture: true,
      partialRefund: true,
      instantRefund: false,
      mandates: {},
      simulate: false,
      rawCard: false,
      minAmount: { INR: 100 },
      idempotency: 'reference',
    };
  }

  listBanks(): Promise<ProcessorBank[]> {
    return Promise.resolve([...BANK_CODES].map((code) => ({ code, corporate: code.endsWith('_C'), up: true })));
  }

  async create(input: CreateInput, ctx: CallContext): Promise<ProcessorPayment> {
    const about = { processorRef: null, amount: input.amount, currency: input.currency, nowMs: ctx.nowMs };
    try {
      return paymentFrom(await this.post('create', '/v1/payments', orderOf(input, ctx), ctx), ctx.nowMs);
    } catch (error) {
      if (error instanceof CallFailedError && (error.failure === 'not_sent' || error.failure === 'rate_limited')) {
        return notTaken(about, error.failure);
      }
      if (!(error instanceof RequestRefusedError)) return undecided(error, about);
      const { status, code = 'refused' } = error;
      if (UNTAKEN_STATUSES.has(status)) return notTaken(about, code);
      return { ...openPayment(about, 'failed', 'refused'), error: errorFrom('payment_declined', { rawCode: code }) };
    }
  }

  async fetch(payment: KnownPayment, ctx: CallContext): Promise<ProcessorPayment> {
    try {
      return paymentFrom(await this.find(payment, ctx), ctx.nowMs);
    } catch (error) {
      return undecided(error, { ...payment, nowMs: ctx.nowMs });
    }
  }

  capture(payment: KnownPayment, amount: Minor, ctx: CallContext): Promise<ProcessorPayment> {
    return this.act('capture', { amount }, payment, ctx);
  }

  void(payment: KnownPayment, ctx: CallContext): Promise<ProcessorPayment> {
    return this.act('void', {}, payment, ctx);
  }

  /** A wrong password leaves the payment waiting, with the reason. */
  async submitOtp(payment: KnownPayment, otp: string, _wrongBefore: number, ctx: CallContext): Promise<ProcessorPayment> {
    const checked = await this.act('otp', { otp }, payment, ctx);
    return checked.error?.rawCode === 'incorrect_otp' ? { ...checked, error: errorFrom('incorrect_otp') } : checked;
  }

  async refund(input: RefundInput, ctx: CallContext): Promise<ProcessorRefund> {
    const { refundId: reference, amount, speed } = input;
    try {
      const id = await this.idOf(input.payment, ctx);
      const body = { reference, amount, speed, notes: refundNotes(ctx.accountId, input) };
      return refundFrom(await this.post('refund', `/v1/payments/${id}/refunds`, body, ctx));
    } catch (error) {
      return error instanceof RequestRefusedError && error.status === 400
        ? refusedRefund(input, 'refund_failed')
        : undecidedRefund(error, input);
    }
  }

  async fetchRefund(refund: KnownRefund, ctx: CallContext): Promise<ProcessorRefund> {
    try {
      const path = refund.processorRef === null ? '/v1/refunds' : `/v1/refunds/${encodeURIComponent(refund.processorRef)}`;
      return refundFrom(await this.get('fetch_refund', path, { reference: refund.refundId }, ctx));
    } catch (error) {
      return undecidedRefund(error, refund);
    }
  }

  parseWebhook(delivery: PartnerDelivery): ProcessorEvent[] {
    return parseAcquirerWebhook(delivery, this.webhookSecrets);
  }

  /** Something done to a payment that is there; a refusal leaves it as it is, and says so. */
  private async act(action: string, body: object, payment: KnownPayment, ctx: CallContext): Promise<ProcessorPayment> {
    try {
      const id = await this.idOf(payment, ctx);
      return paymentFrom(await this.post(action, `/v1/payments/${id}/${action}`, body, ctx), ctx.nowMs);
    } catch (error) {
      if (!(error instanceof RequestRefusedError)) return undecided(error, { ...payment, nowMs: ctx.nowMs });
      const now = await this.fetch(payment, ctx);
      // What was asked is done already, or cannot be done any more: the payment itself says which.
      const isRefused = now.state === 'authorized' || now.state === 'requires_action';
      return isRefused ? unableTo(now, error.code ?? 'refused') : now;
    }
  }

  private async idOf(payment: KnownPayment, ctx: CallContext): Promise<string> {
    const id = payment.processorRef ?? (await this.find(payment, ctx)).text('id', 64);
    return encodeURIComponent(id);
  }

  private find(payment: KnownPayment, ctx: CallContext): Promise<AnswerReader> {
    const { processorRef } = payment;
    if (processorRef === null) return this.get('find', '/v1/payments', { reference: attemptReference(payment) }, ctx);
    return this.get('fetch', `/v1/payments/${encodeURIComponent(processorRef)}`, {}, ctx);
  }

  private async get(operation: string, path: string, query: Record<string, string>, ctx: CallContext): Promise<AnswerReader> {
    return read(await this.http.call({ operation, method: 'GET', path, query, signal: deadlineOf(ctx) }));
  }

  private async post(operation: string, path: string, body: object, ctx: CallContext): Promise<AnswerReader> {
    const headers = { 'idempotency-key': ctx.idempotencyKey };
    await ctx.stillOurs();
    return read(await this.http.call({ operation, method: 'POST', path, body, headers, signal: deadlineOf(ctx) }));
  }
}

/** The acquirer with its connections. `close` lets them go. */
export function createAcquirer(options: AcquirerOptions): { processor: AcquirerProcessor; close: () => Promise<void> } {
  const { apiUrl, key, webhookSecret, ...watch } = options;
  const http = new PartnerHttp({ baseUrl: apiUrl, headers: { authorization: `Bearer ${key}` }, ...watch });
  return { processor: new AcquirerProcessor(http, [webhookSecret]), close: () => http.close() };
}

function orderOf(input: CreateInput, { accountId }: CallContext): object {
  const behavior = input.metadata?.[BEHAVIOR_KEY];
  return {
    reference: attemptReference(input),
    amount: input.amount,
    currency: input.currency,
    method: input.instrument.method,
    capture: input.captureMethod,
    expires_at: input.expiresAtMs,
    ...(input.statementDescriptor !== undefined && { statement_descriptor: input.statementDescriptor }),
    notes: { ...paymentNotes(accountId, input, 'direct'), ...(behavior !== undefined && { [BEHAVIOR_KEY]: String(behavior) }) },
  };
}

function read({ status, text }: { status: number; text: string }): AnswerReader {
  if (status >= 400) throw refusal(status, text);
  return AnswerReader.parse(text);
}

function refusal(status: number, text: string): RequestRefusedError {
  try {
    const problem = AnswerReader.parse(text);
    return new RequestRefusedError(status, asCode(problem.findText('error', 64)), problem);
  } catch {
    return new RequestRefusedError(status, undefined, undefined);
  }
}
