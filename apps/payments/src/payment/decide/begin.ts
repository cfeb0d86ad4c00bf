import {
  CONFIRMABLE_STATUSES,
  EXPIRES_AT_PASSED,
  EXPIRES_AT_TOO_LATE,
  EXPIRY_MAX_MS,
  hintAfterLastAttempt,
  methodNotOffered,
  methodTakes,
  offeredMethods,
} from '#contracts';
import type { CreatePaymentPayload, FieldProblem, Failure, Instrument, PaymentMethod, Refusal } from '#contracts';
import { accept, refuse } from '#decider';
import type { AttemptAnswer, FirstAnswer } from './attempt-result';
import { refusedByOpenCall } from './open-call';
import type { NewAttempt, PaymentCommandOf, PaymentContext, PaymentDecision } from './context';
import type { Attempt, PaymentEvent, PaymentTerms } from '../events';
import { attemptOf, type ExistingPayment, type PaymentState } from '../state';
import { alreadyExists, HELD_MESSAGE, missing, parameterRefused, stateConflict, statusConflict } from './refusals';
import { isHeld } from './resolve';

/** – → created, and on with the chosen method. A create answers 201, whatever became of the payment. */
export function create({ payload }: PaymentCommandOf<'payments.create'>, state: PaymentState, context: PaymentContext): PaymentDecision {
  const refused = refusedCreation(payload, state, context);
  if (refused !== null) return refused;
  const terms = termsOf(payload, context);
  const created: PaymentEvent = { type: 'payment.created', data: terms };
  const { instrument, taken } = payload;
  if (taken !== undefined && instrument !== undefined) return accept([created, ...takenAlready(taken, instrument)], 201);
  if (instrument === undefined) {
    const refusal = context.processors.refusalOfHint(terms.processorHint);
    return refusal === null ? accept([created], 201) : refuse(refusal);
  }
  const answer = context.processors.begin({ number: 1, instrument, terms });
  if ('refusal' in answer) return refuse(answer.refusal);
  return accept([created, ...startAttempt(answer, { number: 1, instrument, terms }, context)], 201);
}

function refusedCreation(payload: CreatePaymentPayload, state: PaymentState, { nowMs }: PaymentContext): PaymentDecision | null {
  if (state.status !== 'none') return alreadyExists();
  if (payload.savePaymentMethod && payload.customerId === undefined)
    return parameterRefused('parameter_missing', 'customer_id', 'is required with save_payment_method.', 'required');
  // Of debits and of the payment with which a mandate is registered the mandate is known.
  if (payload.mandateId !== undefined && !isOfMandate(payload))
    return parameterRefused('parameter_invalid', 'mandate_id', 'No such mandate.', 'mandate_unknown');
  // Money in another amount is never counted.
  if (payload.taken !== undefined && payload.taken.amount !== payload.amount)
    return parameterRefused('parameter_invalid', 'amount', 'is not what was taken.', 'amount_mismatch');
  // A retry with its Idempotency-Key never comes here: it has the stored answer, however late it is, and whatever is offered now.
  return notOffered(payload) ?? expiryRefused(payload.expiresAtMs, nowMs);
}

function notOffered({ instrument, methods, rules }: CreatePaymentPayload): PaymentDecision | null {
  if (rules?.paymentMethods === undefined) return null;
  const isOffered = instrument === undefined ? methods.length > 0 : rules.paymentMethods.some((method) => method === instrument.method);
  if (isOffered) return null;
  const { code, param, message, reason } = methodNotOffered('payment_method', rules);
  return parameterRefused(code, param, message, reason);
}

/** Made by a debit under the mandate, by an invoice that is paid with its registration, or by the mandate itself. */
function isOfMandate({ debit, invoiceId, withRegistration }: CreatePaymentPayload): boolean {
  return debit !== undefined || invoiceId !== undefined || withRegistration !== undefined;
}

function expiryRefused(expiresAtMs: number | undefined, nowMs: number): PaymentDecision | null {
  if (expiresAtMs === undefined || (expiresAtMs > nowMs && expiresAtMs <= nowMs + EXPIRY_MAX_MS)) return null;
  const { code, param, message, reason }: FieldProblem = expiresAtMs <= nowMs ? EXPIRES_AT_PASSED : EXPIRES_AT_TOO_LATE;
  return parameterRefused(code, param, `${param} ${message}`, reason);
}

/** created, requires_action, failed → a new attempt. A decline is stored and answered with 402. */
export function confirm({ payload }: PaymentCommandOf<'payments.confirm'>, state: PaymentState, context: PaymentContext): PaymentDecision {
  const { paymentMethodId, returnUrl, attemptsSeen } = payload;
  // Two forms of one page that come at once: the second was sent before the payer saw what came of the first.
  if (attemptsSeen !== undefined && attemptsSeen !== (attemptOf(state)?.number ?? 0))
    return stateConflict(state, CONFIRMABLE_STATUSES, 'The payment has been attempted since.');
  // A saved instrument was looked up before (known-customer.ts), so it is there.
  const instrument = payload.instrument as Instrument;
  return startAnotherAttempt({ instrument, paymentMethodId }, state, context, (number, { terms }) =>
    context.processors.begin({ number, instrument, terms: { ...terms, returnUrl: returnUrl ?? terms.returnUrl } }),
  );
}

interface Chosen {
  instrument: Instrument;
  /** The saved instrument that was named, if one was. */
  paymentMethodId?: string;
}

/** @param begin asks the processor, once nothing speaks against the attempt. */
export function startAnotherAttempt(
  { instrument, paymentMethodId }: Chosen,
  state: PaymentState,
  context: PaymentContext,
  begin: (number: number, state: ExistingPayment) => FirstAnswer | { refusal: Refusal },
): PaymentDecision {
  if (!isConfirmable(state)) return state.status === 'none' ? missing() : statusConflict(state, CONFIRMABLE_STATUSES, 'be confirmed');
  const number = (attemptOf(state)?.number ?? 0) + 1;
  const refused = refusedByOpenCall(state, CONFIRMABLE_STATUSES) ?? refusedAttempt(number, instrument, state, context);
  if (refused !== null) return refused;
  const answer = begin(number, state);
  if ('refusal' in answer) return refuse(answer.refusal);
  const started = startAttempt(answer, { number, instrument, terms: state.terms }, context);
  return accept([...chosen(paymentMethodId, state), ...started], started.at(-1)?.type === 'payment.failed' ? 402 : 200);
}

function refusedAttempt(
  number: number,
  { method }: Instrument,
  state: ExistingPayment,
  { nowMs, rules }: PaymentContext,
): PaymentDecision | null {
  if (nowMs >= state.terms.expiresAtMs)
    return stateConflict(state, CONFIRMABLE_STATUSES, 'The payment can no longer be confirmed: expires_at has passed.');
  if (isHeld(state)) return stateConflict(state, CONFIRMABLE_STATUSES, HELD_MESSAGE);
  const methods = methodsOpenTo(state);
  if (!(methods as readonly string[]).includes(method)) {
    const message = `must be one of ${methods.join(', ')}.`;
    return parameterRefused('parameter_invalid', 'payment_method', message, 'method_not_of_payment');
  }
  return number > rules.attemptsMax ? attemptsUsedUp(rules.attemptsMax, state) : null;
}

function attemptsUsedUp(most: number, { terms }: ExistingPayment): PaymentDecision {
  const message = `The payment has used up its ${most} attempts.`;
  return refuse({ code: 'limit_exceeded', details: { message, param: 'id', hint: hintAfterLastAttempt(terms.invoiceId !== undefined) } });
}

/** After a failure of the one method that the merchant had named, any is open that takes the money. A list that was given stays the list. */
function methodsOpenTo(state: ExistingPayment): readonly PaymentMethod[] {
  const { status, terms } = state;
  const present = attemptOf(state)?.instrument.method;
  // Who is paying by another method already can begin again with it, or go back.
  const isOpen = status === 'failed' || (present !== undefined && !(terms.methods as readonly string[]).includes(present));
  if (!isOpen || terms.payerChooses) return terms.methods;
  return offeredMethods(terms.rules).filter((method) => terms.methods.includes(method) || methodTakes(method, terms));
}

/** Which saved instrument is paid with from now on, when that changes. */
function chosen(paymentMethodId: string | undefined, { terms }: ExistingPayment): PaymentEvent[] {
  if (paymentMethodId === terms.paymentMethodId) return [];
  return [{ type: 'payment.method_chosen', data: { paymentMethodId: paymentMethodId ?? null } }];
}

function isConfirmable(state: PaymentState): state is Extract<PaymentState, { status: (typeof CONFIRMABLE_STATUSES)[number] }> {
  return (CONFIRMABLE_STATUSES as readonly string[]).includes(state.status);
}

function termsOf(payload: CreatePaymentPayload, { nowMs, rules }: PaymentContext): PaymentTerms {
  const { instrument, processor: hint, captureWindowMs = rules.captureWindowMs, taken: _taken, ...asked } = payload;
  const expiresAtMs = payload.expiresAtMs ?? nowMs + rules.actionWindowMs;
  return {
    ...asked,
    ...(instrument === undefined && { payerChooses: true as const }),
    ...(payload.captureMethod === 'manual' && { captureWindowMs }),
    expiresAtMs,
    ...(hint !== undefined && { processorHint: hint }),
  };
}

/** What the processor took before the payment was made: with the registration of its mandate. */
function takenAlready(
  { processor, reference, amount, atMs, charge, references }: NonNullable<CreatePaymentPayload['taken']>,
  instrument: Instrument,
): PaymentEvent[] {
  const attempt: Attempt = { number: 1, processor, reference, instrument, answersLater: true, ...(references && { references }) };
  return [
    { type: 'payment.authorized', data: { attempt, amount, atMs } },
    { type: 'payment.captured', data: { amount, atMs, ...charge } },
  ];
}

function startAttempt(answer: FirstAnswer, { number, instrument, terms }: NewAttempt, context: PaymentContext): PaymentEvent[] {
  const { nowMs } = context;
  if ('state' in answer) return eventsOfAnswer(answer, attemptFrom(answer, number), terms, context);
  // A processor behind a network is asked as soon as this is stored, and again until it has answered.
  const attempt: Attempt = { number, ...answer, reference: null, instrument, answersLater: true };
  return [{ type: 'payment.processing', data: { attempt, atMs: nowMs, checkAtMs: nowMs } }];
}

/** What an answer says of its attempt. */
export function attemptFrom(answer: AttemptAnswer, number: number): Attempt {
  const { processor, reference, instrument, facts, references } = answer;
  return { number, processor, reference, instrument, ...(facts && { facts }), ...(references && { references }) };
}

/** What an answer means for an attempt that nothing was known of before. */
export function eventsOfAnswer(answer: AttemptAnswer, attempt: Attempt, terms: PaymentTerms, context: PaymentContext): PaymentEvent[] {
  const atMs = context.nowMs;
  if (answer.state === 'requires_action' && answer.nextAction !== undefined) {
    return [{ type: 'payment.requires_action', data: { attempt, nextAction: answer.nextAction, ...checkOf(answer, context) } }];
  }
  if (answer.state === 'expired') return [expiredBy(answer, attempt, context)];
  // Only what could have been seen is an event: an attempt that ends in the commit that begins it was never processing.
  const isOpen = answer.state === 'processing' || answer.state === 'requires_action';
  if (!isOpen) return eventsOfEnd(answer, terms, context, attempt);
  return [{ type: 'payment.processing', data: { attempt, atMs, ...failureOf(answer), checkAtMs: nextCheckMs(answer, context) } }];
}

/** What a definite answer means; nothing for an open one. @param attempt where the payment does not have it yet, or not like this. */
export function eventsOfEnd(answer: AttemptAnswer, terms: PaymentTerms, context: PaymentContext, attempt?: Attempt): PaymentEvent[] {
  const atMs = context.nowMs;
  const about = attempt && { attempt };
  switch (answer.state) {
    case 'authorized':
      return [
        { type: 'payment.authorized', data: { ...about, amount: answer.amount, atMs, captureBeforeMs: captureBeforeMs(terms, context) } },
      ];
    case 'captured':
      return [{ type: 'payment.authorized', data: { ...about, amount: answer.amount, atMs } }, capturedBy(answer, atMs)];
    case 'failed':
    case 'expired':
      return [{ type: 'payment.failed', data: { ...about, failure: definiteFailureOf(answer), atMs, ...checkOf(answer, context) } }];
    case 'cancelled':
      return [{ type: 'payment.cancelled', data: { ...about, reason: 'processor_cancelled', atMs } }];
    default:
      return [];
  }
}

/** The money of this answer is taken. */
export function capturedBy({ amount, charge }: AttemptAnswer, atMs: number): PaymentEvent {
  return { type: 'payment.captured', data: { amount, atMs, ...charge } };
}

/** Until when an authorization of now may be captured, ms since the epoch: as the payment says, or the rules where it does not. */
export function captureBeforeMs({ captureWindowMs }: PaymentTerms, { nowMs, rules }: PaymentContext): number {
  return nowMs + (captureWindowMs ?? rules.captureWindowMs);
}

/** When to ask again about an open outcome: as the processor said, else after the usual interval. Always in the future. */
export function nextCheckMs(answer: AttemptAnswer, context: PaymentContext): number {
  return futureCheckMs(answer, context) ?? context.nowMs + context.rules.pollIntervalMs;
}

/** The processor's own time for the next question, when it named one that is still to come. */
export function futureCheckMs({ checkAtMs }: AttemptAnswer, { nowMs }: PaymentContext): number | undefined {
  return checkAtMs !== undefined && checkAtMs > nowMs ? checkAtMs : undefined;
}

function expiredBy(answer: AttemptAnswer, attempt: Attempt, context: PaymentContext): PaymentEvent {
  return { type: 'payment.expired', data: { attempt, atMs: context.nowMs, ...failureOf(answer), ...checkOf(answer, context) } };
}

function failureOf({ failure }: AttemptAnswer): { failure?: Failure } {
  return failure === undefined ? {} : { failure };
}

function checkOf(answer: AttemptAnswer, context: PaymentContext): { checkAtMs?: number } {
  const checkAtMs = futureCheckMs(answer, context);
  return checkAtMs === undefined ? {} : { checkAtMs };
}

/** A processor that declines without a word declined all the same. */
export function definiteFailureOf(answer: AttemptAnswer): Failure {
  return answer.failure ?? { reason: 'payment_declined', networkCode: null };
}
