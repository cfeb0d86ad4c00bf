import type { CustomerSnapshot, RecordOutcomePayload } from '#contracts';
import { TaskTakenError, type Snapshot, type TaskGuard } from '#event-store';
import { answerOf } from '../payment/to-attempt-result';
import { knownPayment } from '../payment/known-payment';
import { requestKey } from './call-key';
import { nextRequestOf, type DueRequest } from '../payment/decide/due-calls';
import type { Attempt, PaymentTerms } from '../payment/events';
import { attemptOf, isAskable, type AskablePayment, type PaymentState } from '../payment/state';
import { errorFrom } from '../processors/network/outcomes';
import type { CallContext, CreateInput, KnownPayment, PaymentProcessor, ProcessorPayment } from '../processors/processor';
import type { MoneyAlarm } from './money-alarm';
import type { PendingOtps } from './pending-otps';

/** What asking needs beside the payment. */
export interface AskProcessorParts {
  /** Undefined for a processor that is not configured any more. */
  findProcessor(name: string, livemode: boolean): PaymentProcessor | undefined;
  otps: PendingOtps;
  /** A sealed value in the clear; null when it cannot be read any more. */
  unseal(token: unknown, accountId: string): Promise<unknown>;
  alarm: MoneyAlarm;
  logger: { error(fields: object, message: string): void; warn(fields: object, message: string): void };
  /** Of one call, milliseconds; at most 25 s (docs/reference/api-conventions.md, Time-outs). */
  timeoutMs: number;
}

/** When the question is asked, what ties its traces together, and what keeps it from being put twice. */
export interface TaskRun {
  /** Milliseconds since the epoch. */
  nowMs: number;
  traceId: string;
  signal: AbortSignal;
  guard: TaskGuard;
  /** This process has asked it before, and what came of that could not be written down. */
  isRepeated?: boolean;
}

/** What to tell the payment afterwards. */
export interface ReportedOutcome {
  type: 'payments.record_outcome';
  payload: RecordOutcomePayload;
}

interface Asked {
  payment: ProcessorPayment;
  /** Whether the processor may have seen the question. */
  wasReached: boolean;
}

/**
 * Asks the processor of a payment what is due to be asked (payment/decide/due-calls.ts), outside any transaction, and says
 * what came of it. Every repetition of one call carries the same idempotency key, so that a crash at any point is made
 * good by asking again.
 */
export class AskProcessor {
  constructor(private readonly parts: AskProcessorParts) {}

  /** @returns null when there is nothing to ask. Never throws for what the outside does.
   * @throws PersonalDataUnavailableError; TaskTakenError when it is, or may be, another process's to ask by now. */
  async ask({ head, state }: Snapshot<PaymentState>, taskRun: TaskRun): Promise<ReportedOutcome | null> {
    const due = nextRequestOf(state);
    const attempt = attemptOf(state);
    if (due === null || attempt === null || !isAskable(state)) return null;
    const about: About = { paymentId: head.streamId, accountId: head.accountId, livemode: head.livemode, state, attempt, due, taskRun };
    const { payment, wasReached } = await this.answerTo(about);
    if (taskRun.signal.aborted && isUnchanged(payment)) throw new TaskTakenError('it was aborted', { cause: taskRun.signal.reason });
    this.parts.alarm.check(payment, { paymentId: head.streamId, processor: attempt.processor, attempt: attempt.number, state });
    return { type: 'payments.record_outcome', payload: reportOf(payment, wasReached, about) };
  }

  private async answerTo(about: About): Promise<Asked> {
    const { attempt, livemode, paymentId } = about;
    const processor = this.parts.findProcessor(attempt.processor, livemode);
    if (processor === undefined) {
      this.parts.logger.warn({ paymentId, processor: attempt.processor }, 'processor of a payment no longer configured');
      return { payment: unreached(about), wasReached: false };
    }
    try {
      return await this.call(processor, about);
    } catch (error) {
      if (error instanceof TaskTakenError) throw error;
      this.parts.logger.error(
        { paymentId, processor: attempt.processor, error: String(error) },
        'processor adapter threw: bug in the adapter',
      );
      return { payment: arrivedPerhaps(about), wasReached: true };
    }
  }

  private async call(processor: PaymentProcessor, about: About): Promise<Asked> {
    const { due, paymentId } = about;
    if (due.processorRequest.kind === 'submit_otp') return this.submitOtp(processor, about);
    const payment = await this.askOnce(processor, about);
    const isRefusal = payment.error?.mayTryElsewhere === true;
    // An adapter that names the time itself waits for an earlier call, and has asked the network nothing.
    if (!isRefusal) return { payment, wasReached: !payment.isUnknown || payment.checkAtMs === undefined };
    this.parts.logger.warn(
      { paymentId, processor: processor.name, processorRequest: due.processorRequest.kind },
      'processor refused a call',
    );
    return { payment: isFirstCall(about) ? payment : arrivedPerhaps(about), wasReached: false };
  }

  private async askOnce(processor: PaymentProcessor, about: About): Promise<ProcessorPayment> {
    const ctx = this.contextFor(about);
    const known = knownTo(about);
    const { processorRequest } = about.due;
    switch (processorRequest.kind) {
      case 'create':
        // After its time nothing is begun any more: whether something was is asked for by our own id.
        if (ctx.nowMs >= about.state.terms.expiresAtMs) return processor.fetch(known, ctx);
        return this.create(processor, about, ctx);
      case 'capture':
        return processor.capture?.(known, processorRequest.amount, ctx) ?? processor.fetch(known, ctx);
      case 'void':
        return processor.void?.(known, ctx) ?? processor.fetch(known, ctx);
      default:
        return processor.fetch(known, ctx);
    }
  }

  /** A processor that cannot tell repetitions apart is asked by one process at a time. */
  private async create(processor: PaymentProcessor, about: About, ctx: CallContext): Promise<ProcessorPayment> {
    const order = await this.orderOf(about);
    const begin = (): Promise<ProcessorPayment> => processor.create(order, ctx);
    return processor.capabilities().idempotency === 'none' ? about.taskRun.guard.alone(begin) : begin();
  }

  /** The customer goes to the processor in the clear, and nowhere else. */
  private async orderOf({ paymentId, accountId, state, attempt }: About): Promise<CreateInput> {
    const { amount, currency, captureMethod, description, statementDescriptor, metadata, returnUrl, expiresAtMs, debit } = state.terms;
    const startedAtMs = state.status === 'processing' ? state.startedAtMs : undefined;
    const customer = await customerIn(state.terms.customer, (token) => this.parts.unseal(token, accountId));
    const order = { paymentId, attempt: attempt.number, amount, currency, instrument: attempt.instrument, captureMethod, expiresAtMs };
    return {
      ...order,
      ...(description !== undefined && { description }),
      ...(statementDescriptor !== undefined && { statementDescriptor }),
      ...(metadata !== undefined && { metadata }),
      ...(returnUrl !== undefined && { returnUrl }),
      ...(customer !== undefined && { customer }),
      ...(debit?.at !== undefined && { debit: debit.at, startedAtMs }),
    };
  }

  private async submitOtp(processor: PaymentProcessor, about: About): Promise<Asked> {
    const { paymentId, state } = about;
    const otp = this.parts.otps.find(paymentId);
    // The process that had it has ended, or it was not reached for too long.
    if (otp === undefined || processor.submitOtp === undefined) return { payment: otpLost(about), wasReached: false };
    const wrongBefore = state.status === 'requires_action' ? (state.otpWrong ?? 0) : 0;
    const payment = await processor.submitOtp(knownTo(about), otp, wrongBefore, this.contextFor(about));
    if (!payment.isUnknown) this.parts.otps.forget(paymentId);
    return { payment, wasReached: true };
  }

  private contextFor({ due, attempt, paymentId, accountId, livemode, taskRun }: About): CallContext {
    const idempotencyKey = requestKey(paymentId, attempt.number, due);
    const { guard, isRepeated: _own, ...rest } = taskRun;
    return { accountId, idempotencyKey, livemode, timeoutMs: this.parts.timeoutMs, ...rest, stillOurs: () => guard.stillOurs() };
  }
}

interface About {
  paymentId: string;
  accountId: string;
  livemode: boolean;
  state: AskablePayment;
  attempt: Attempt;
  due: DueRequest;
  taskRun: TaskRun;
}

/** One token for the whole customer, or one for each field. What cannot be read any more is left out. */
async function customerIn(
  sealed: PaymentTerms['customer'],
  unseal: (token: unknown) => Promise<unknown>,
): Promise<CustomerSnapshot | undefined> {
  if (sealed === undefined) return undefined;
  const fields: Record<string, unknown> =
    typeof sealed === 'string' ? (((await unseal(sealed)) as Record<string, unknown> | null) ?? {}) : { ...sealed };
  const customer: CustomerSnapshot = {};
  for (const name of ['name', 'email', 'phone'] as const) {
    const value = await unseal(fields[name]);
    if (typeof value === 'string') customer[name] = value;
  }
  return customer;
}

function knownTo({ paymentId, state, attempt }: About): KnownPayment {
  return knownPayment(paymentId, state.terms, attempt);
}

function reportOf(payment: ProcessorPayment, wasReached: boolean, { attempt, taskRun }: About): RecordOutcomePayload {
  return {
    attempt: attempt.number,
    answer: answerOf(payment, attempt.processor, attempt.instrument),
    ...(wasReached && { askedAtMs: taskRun.nowMs }),
    ...(payment.error?.mayTryElsewhere && { mayTryElsewhere: true as const }),
  };
}

/** Of a call that was broken off this is not the processor's word: who asks next finds out. */
function isUnchanged({ isUnknown, error }: ProcessorPayment): boolean {
  return isUnknown === true || error?.mayTryElsewhere === true;
}

/** A call that is made so much later than it was due may be the repetition of one whose process has ended. */
const FIRST_RUN_MS = 5_000;

/**
 * Whether a creation that was not taken on was the only call of the attempt, so that nothing can have moved: nothing was unknown
 * before, and a debit, which takes money without the payer, was asked for when it was due.
 */
function isFirstCall({ due, state, taskRun }: About): boolean {
  if (due.processorRequest.kind !== 'create' || state.status !== 'processing' || state.failure !== null) return false;
  return state.terms.debit === undefined || (!taskRun.isRepeated && taskRun.nowMs <= due.dueAtMs + FIRST_RUN_MS);
}

/** This call or one before it may have been taken on: a creation is open from now on, whatever the next call is answered. */
function arrivedPerhaps(about: About): ProcessorPayment {
  const isCreation = about.due.processorRequest.kind === 'create';
  return { ...unreached(about), ...(isCreation && { error: errorFrom('payment_pending') }) };
}

const RETRY_START_MS = 1_000;
const RETRY_MAX_MS = 300_000;

/** The processor was not reached: tried again soon, at growing intervals. */
function unreached(about: About): ProcessorPayment {
  const waitMs = Math.min(RETRY_MAX_MS, RETRY_START_MS * 2 ** Math.min(about.due.tries, 20));
  return { ...localResult(about, 'processing', 'unreached'), isUnknown: true, checkAtMs: about.taskRun.nowMs + waitMs };
}

function otpLost(about: About): ProcessorPayment {
  const how = { class: 'declined', source: 'customer', step: 'payment_authentication', payerMayRetry: true, outcomeKnown: true } as const;
  return { ...localResult(about, 'requires_action', 'otp_lost'), error: { ...how, reason: 'otp_expired' } };
}

function localResult({ attempt, state, taskRun }: About, word: ProcessorPayment['state'], rawStatus: string): ProcessorPayment {
  const { amount, currency } = state.terms;
  return { processorRef: attempt.reference, state: word, amount, currency, refs: {}, rawStatus, occurredAtMs: taskRun.nowMs };
}
