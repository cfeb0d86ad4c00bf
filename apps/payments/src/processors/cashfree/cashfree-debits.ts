import { type AnswerReader, RequestRefusedError } from '#partner-http';
import type { CallContext, CreateInput, KnownPayment, KnownRefund, ProcessorPayment, ProcessorRefund, RefundInput } from '../processor';
import { fetchRefund } from '../network/by-reference';
import { actingUnder, type Acting } from '../network/deadline';
import { failedCreation, undecided, undecidedRefund } from '../network/failures';
import { refusedRefund, unknownOutcome } from '../network/outcomes';
import { refundFrom } from './cashfree-answers';
import { isDuplicate, isMissing, type CashfreeCalls } from './cashfree-calls';
import { debitFrom } from './cashfree-mandate-answers';
import { chargeBody, debitRefundBody, paymentOfNotice } from './cashfree-mandate-requests';
import { refusedRequest } from './cashfree-reasons';

type Debited = Pick<KnownPayment, 'paymentId' | 'amount' | 'currency'> & { debit: NonNullable<KnownPayment['debit']> };

/**
 * Payments under a subscription of Cashfree, known as `<mandate>/<payment at Cashfree>`: an execution under a notice whose id is that of
 * our payment, or a charge of a bank account under it.
 */
export class CashfreeDebits {
  constructor(private readonly calls: CashfreeCalls) {}

  async create(input: CreateInput & Debited, ctx: CallContext): Promise<ProcessorPayment> {
    const about = { processorRef: null, amount: input.amount, currency: input.currency, nowMs: ctx.nowMs };
    const acting = actingUnder(ctx);
    try {
      return await this.begin(input, acting);
    } catch (error) {
      if (isDuplicate(error)) return this.fetch({ ...input, processorRef: null }, ctx);
      const made = await this.madeBefore(error, input, acting);
      if (made !== undefined) return made;
      // The payer does not hear of it: what certainly was not taken on is tried again, or has failed.
      return failedCreation(error, { ...input, instrument: { method: 'card', card: null } }, about, refusedRequest);
    }
  }

  /** What is refused may have been made by an earlier call that did not come back: it is read by our id. */
  private async madeBefore(error: unknown, input: Debited, acting: Acting): Promise<ProcessorPayment | undefined> {
    if (!isAboutRequest(error)) return undefined;
    try {
      const known = { processorRef: referenceOf(input), nowMs: acting.nowMs };
      return debitFrom(await this.read(input, acting), statusNameOf(input), known);
    } catch (unread) {
      return isAboutRequest(unread) ? undefined : undecided(unread, { ...input, processorRef: null, nowMs: acting.nowMs });
    }
  }

  private async begin(input: CreateInput & Debited, acting: Acting): Promise<ProcessorPayment> {
    const { paymentId, debit } = input;
    const key = { ...acting, key: paymentId };
    if (debit.notice === undefined) {
      const answer = await this.calls.post('create_payment', '/subscriptions/pay', chargeBody(input, debit.mandateId), key);
      return debitFrom(answer, 'payment_status', { processorRef: referenceOf(input), nowMs: acting.nowMs });
    }
    const body = { execution_id: paymentId, payment_id: paymentOfNotice(debit.notice) };
    const answer = await this.calls.post('create_payment', '/subscriptions/pay/controlled/execute-mandate', body, key);
    return debitFrom(answer, 'execution_status', { processorRef: referenceOf(input), nowMs: acting.nowMs });
  }

  async fetch(payment: KnownPayment & Debited, ctx: CallContext): Promise<ProcessorPayment> {
    const about = { ...payment, nowMs: ctx.nowMs };
    const acting = actingUnder(ctx);
    const known = { processorRef: referenceOf(payment), nowMs: ctx.nowMs };
    try {
      return debitFrom(await this.read(payment, acting), statusNameOf(payment), known);
    } catch (error) {
      return isMissing(error) ? unknownOutcome(about, 'not_found') : undecided(error, about);
    }
  }

  /** The payment that the registration of a mandate took. */
  async fetchFirst(payment: KnownPayment, { mandateId, payment: id }: DebitReference, ctx: CallContext): Promise<ProcessorPayment> {
    const acting = actingUnder(ctx);
    try {
      const path = `/subscriptions/${encodeURIComponent(mandateId)}/payments/${encodeURIComponent(id)}`;
      const known = { processorRef: `${mandateId}/${id}`, nowMs: ctx.nowMs };
      return debitFrom(await this.calls.get('fetch', path, acting), 'payment_status', known);
    } catch (error) {
      return undecided(error, { ...payment, nowMs: ctx.nowMs });
    }
  }

  private read({ paymentId, debit }: Debited, acting: Acting): Promise<AnswerReader> {
    if (debit.notice === undefined) {
      return this.calls.get('fetch', `/subscriptions/${encodeURIComponent(debit.mandateId)}/payments/${paymentId}`, acting);
    }
    const payment = encodeURIComponent(paymentOfNotice(debit.notice));
    return this.calls.get('fetch', `/subscriptions/payments/${payment}/controlled/executions/${paymentId}`, acting);
  }

  /** May be repeated: our id is the refund's, and unique there. */
  async refund(input: RefundInput, { mandateId, payment }: DebitReference, ctx: CallContext): Promise<ProcessorRefund> {
    const path = `/subscriptions/${encodeURIComponent(mandateId)}/refunds`;
    const body = debitRefundBody(ctx.accountId, input, payment);
    const acting = actingUnder(ctx);
    try {
      return refundFrom(await this.calls.post('refund', path, body, { ...acting, key: input.refundId }), input.speed);
    } catch (error) {
      if (!isAboutRequest(error)) return undecidedRefund(error, input);
      return this.readRefund(input, mandateId, acting).catch((missing: unknown) => {
        // An earlier call that did not come back may have made the refund: only one that is not there is given up.
        const isRefused = isMissing(missing) && !isDuplicate(error);
        return isRefused ? refusedRefund(input, error.code ?? 'refund_refused') : undecidedRefund(missing, input);
      });
    }
  }

  fetchRefund(refund: KnownRefund, { mandateId }: DebitReference, ctx: CallContext): Promise<ProcessorRefund> {
    return fetchRefund((known, acting) => this.readRefund(known, mandateId, acting), refund, ctx);
  }

  private async readRefund({ refundId, speed }: RefundInput, mandateId: string, acting: Acting): Promise<ProcessorRefund> {
    const path = `/subscriptions/${encodeURIComponent(mandateId)}/refunds/${encodeURIComponent(refundId)}`;
    return refundFrom(await this.calls.get('fetch_refund', path, acting), speed);
  }
}

function isAboutRequest(error: unknown): error is RequestRefusedError {
  return error instanceof RequestRefusedError && error.isAboutRequest;
}

/** A charge says how it stands in another field than an execution under a notice. */
function statusNameOf({ debit }: Debited): 'payment_status' | 'execution_status' {
  return debit.notice === undefined ? 'payment_status' : 'execution_status';
}

/** What a reference of a debit names. */
export interface DebitReference {
  mandateId: string;
  /** The payment at Cashfree, under our own number of it. */
  payment: string;
}

function referenceOf({ paymentId, debit: { mandateId, notice } }: Debited): string {
  return `${mandateId}/${notice === undefined ? paymentId : paymentOfNotice(notice)}`;
}

/** Undefined for the reference of another kind of payment: an order or a link. */
export function debitReferenceIn(reference: string | null): DebitReference | undefined {
  const [mandateId, payment] = reference?.split('/') ?? [];
  return mandateId?.startsWith('mandate_') && payment !== undefined ? { mandateId, payment } : undefined;
}
