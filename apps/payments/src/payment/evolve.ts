import { mergeMetadata } from '#contracts';
import { asked } from './decide/due-calls';
import { unsettledBy } from './decide/mismatch';
import type { Attempt, PaymentEvent, PaymentTerms, UpdatedText } from './events';
import {
  attemptOf,
  isAskable,
  isBehindNetwork,
  isEnded,
  isSettled,
  openedOf,
  refundedAmount,
  type AskablePayment,
  type ExistingPayment,
  type PaymentState,
  type StatusRequests,
  type RefundLedger,
  type SettledPayment,
  type Overpayment,
} from './state';

type FactOf<TName extends PaymentEvent['type']> = Extract<PaymentEvent, { type: TName }>['data'];

/** The state after one more fact. Never throws and never checks: a stored event is true, even one that surprises. */
export function evolve(state: PaymentState, event: PaymentEvent): PaymentState {
  if (event.type === 'payment.created') return { status: 'created', terms: event.data };
  return state.status === 'none' ? state : evolveExisting(state, event);
}

type LaterEvent = Exclude<PaymentEvent, { type: 'payment.created' }>;

type Fold = { [TName in LaterEvent['type']]: (state: ExistingPayment, data: FactOf<TName>) => PaymentState };

const FOLD: Fold = {
  'payment.requires_action': (state, { attempt, nextAction, checkAtMs = null }) => ({
    ...openedOf(state),
    status: 'requires_action',
    attempt,
    nextAction,
    checkAtMs,
    ...statusRequestsOf(state, attempt),
  }),
  'payment.processing': (state, { attempt, atMs, failure = null, checkAtMs = null }) => ({
    ...openedOf(unsettledBy(failure, state)),
    status: 'processing',
    attempt,
    startedAtMs: atMs,
    failure,
    checkAtMs,
    ...statusRequestsOf(state, attempt),
  }),
  'payment.authorized': (state, data) => authorize(state, data, false),
  'payment.late_authorized': (state, data) => authorize(state, data, true),
  'payment.captured': capture,
  'payment.failed': (state, { failure, atMs, attempt, checkAtMs = null }) => {
    const tried = attempt ?? attemptOf(state);
    return tried === null ? state : { ...openedOf(state), status: 'failed', attempt: tried, failure, failedAtMs: atMs, checkAtMs };
  },
  'payment.cancelled': cancel,
  'payment.expired': (state, { failure = null, attempt, checkAtMs = null }) => ({
    ...openedOf(state),
    status: 'expired',
    attempt: attempt ?? attemptOf(state),
    failure,
    checkAtMs,
  }),
  'payment.partially_refunded': (state, { refundId, amount }) => onSettled(state, (paid) => refund(paid, refundId, amount)),
  'payment.refunded': (state, { refundId, amount }) => onSettled(state, (paid) => refund(paid, refundId, amount)),
  'payment.updated': (state, { text }) => ({ ...state, terms: applyText(state.terms, text) }),
  'payment.outcome_unknown': outcomeUnknown,
  'payment.call_requested': (state, { call, atMs, dueAtMs }) =>
    isAskable(state) ? { ...state, call: { call, requestedAtMs: atMs, dueAtMs, tries: 0 } } : state,
  'payment.capture_failed': callRefused,
  'payment.call_refused': callRefused,
  'payment.otp_refused': (state, { failure, wrong }) =>
    state.status === 'requires_action' ? { ...withoutCall(state), failure, otpWrong: wrong } : state,
  'payment.refund_returned': (state, { refundId }) => onSettled(state, (paid) => returnRefund(paid, refundId)),
  'payment.status_checked': statusChecked,
  'payment.poll_rescheduled': pollRescheduled,
  'payment.method_chosen': chooseMethod,
  'payment.method_saved': (state, { paymentMethodId }) => ({ ...state, terms: { ...state.terms, savedMethodId: paymentMethodId } }),
  'payment.refund_requested': (state, { refundId, amount, fromBalance = 0 }) =>
    onSettled(state, (paid) => ({
      ...paid,
      refunds: {
        ...paid.refunds,
        pending: { ...paid.refunds.pending, [refundId]: amount },
        ...(fromBalance > 0 && { fromBalance: (paid.refunds.fromBalance ?? 0) + fromBalance }),
      },
    })),
  'payment.refund_pending': (state) => state,
  'payment.refund_released': (state, { refundId }) =>
    onSettled(state, (paid) => ({
      ...paid,
      refunds: released({ ...paid.refunds, pending: without(paid.refunds.pending, refundId) }, refundId),
    })),
  'payment.refund_exceeded': (state, { refundId, amount }) => onSettled(state, (paid) => refund(paid, refundId, amount)),
  'payment.over_refund_recovered': (state, { amount }) =>
    onSettled(state, (paid) => ({ ...paid, refunds: { ...paid.refunds, recovered: (paid.refunds.recovered ?? 0) + amount } })),
  'payment.resolved': (state, resolution) => ({ ...state, resolution }),
  'attempt.failed': (state) => state,
  'attempt.started': (state, { attempt, checkAtMs = null }) =>
    state.status === 'processing' ? { ...state, attempt, failure: null, checkAtMs, statusRequests: undefined } : state,
  'attempt.succeeded': (state, { attempt }) => ({ ...state, overpayments: [...(state.overpayments ?? []), overpaymentFrom(attempt)] }),
};

function overpaymentFrom({ number, reference }: Attempt): Overpayment {
  return { attempt: number, reference };
}

function evolveExisting(state: ExistingPayment, event: LaterEvent): PaymentState {
  // An event of a type this version does not know changes nothing it knows of.
  const fold = FOLD[event.type] as ((state: ExistingPayment, data: unknown) => PaymentState) | undefined;
  return fold === undefined ? state : fold(state, event.data);
}

/** Questions are counted through an attempt, so that the network's budget is one for all its steps. */
function statusRequestsOf(state: ExistingPayment, attempt: Attempt): { statusRequests?: StatusRequests } {
  const isSame = isAskable(state) && !isEnded(state) && state.attempt.number === attempt.number;
  return isSame && state.statusRequests !== undefined ? { statusRequests: state.statusRequests } : {};
}

function outcomeUnknown(state: ExistingPayment, fact: FactOf<'payment.outcome_unknown'>): PaymentState {
  const { failure, attempt, checkAtMs = null, askedAtMs } = fact;
  if (state.status !== 'processing' && !isEnded(state)) return state;
  const reported = { ...(failure && { failure }), ...countedFor(state, askedAtMs), checkAtMs };
  const open = unsettledBy(failure, state);
  return { ...open, ...reported, ...(attempt && { attempt }) };
}

function statusChecked(state: ExistingPayment, fact: FactOf<'payment.status_checked'>): PaymentState {
  const { checkAtMs = null, askedAtMs, unanswered } = fact;
  if (!isAskable(state)) return state;
  const { call } = state;
  if (call === undefined) return { ...state, checkAtMs, ...countedFor(state, askedAtMs, unanswered) };
  return checkAtMs === null ? withoutCall(state) : { ...state, call: { ...call, dueAtMs: checkAtMs, tries: call.tries + 1 } };
}

function chooseMethod(state: ExistingPayment, { paymentMethodId }: FactOf<'payment.method_chosen'>): PaymentState {
  const { paymentMethodId: _former, ...terms } = state.terms;
  return { ...state, terms: paymentMethodId === null ? terms : { ...terms, paymentMethodId } };
}

function pollRescheduled(state: ExistingPayment, { checkAtMs }: FactOf<'payment.poll_rescheduled'>): PaymentState {
  if (!isAskable(state)) return state;
  return state.call === undefined ? { ...state, checkAtMs } : { ...state, call: { ...state.call, dueAtMs: checkAtMs } };
}

function callRefused(state: ExistingPayment, { failure, release }: FactOf<'payment.call_refused'>): PaymentState {
  if (state.status === 'requires_action') return { ...withoutCall(state), failure };
  if (state.status !== 'authorized') return state;
  return { ...withoutCall(unsettledBy(failure, state)), failure, ...(release && { release }) };
}

function countedFor(state: AskablePayment, askedAtMs: number | undefined, unanswered?: true): { statusRequests?: StatusRequests } {
  if (!isBehindNetwork(state)) return {};
  const statusRequests = asked(state.statusRequests, askedAtMs);
  return { statusRequests: unanswered ? { ...statusRequests, count: state.statusRequests?.count ?? 0 } : statusRequests };
}

function withoutCall<TState extends AskablePayment>(state: TState): TState {
  const { call: _done, ...rest } = state;
  return rest as TState;
}

function authorize(state: ExistingPayment, data: FactOf<'payment.authorized'>, lateAuthorized: boolean): PaymentState {
  const attempt = data.attempt ?? attemptOf(state);
  if (attempt === null) return state;
  return {
    ...openedOf(state),
    status: 'authorized',
    attempt,
    authorizedAtMs: data.atMs,
    lateAuthorized,
    authorizedAmount: data.amount,
    captureBeforeMs: data.captureBeforeMs ?? null,
  };
}

function capture(state: ExistingPayment, { amount, atMs, ...charge }: FactOf<'payment.captured'>): PaymentState {
  const attempt = attemptOf(state);
  if (attempt === null) return state;
  const { authorizedAtMs, lateAuthorized } = 'authorizedAmount' in state ? state : { authorizedAtMs: atMs, lateAuthorized: false };
  return {
    ...openedOf(state),
    status: 'captured',
    attempt,
    authorizedAtMs,
    lateAuthorized,
    capturedAmount: amount,
    capturedAtMs: atMs,
    ...charge,
    refunds: { pending: {}, processed: {} },
  };
}

function cancel(state: ExistingPayment, { reason, atMs, attempt, byMerchant }: FactOf<'payment.cancelled'>): PaymentState {
  const authorized = state.status === 'authorized' ? state : null;
  return {
    ...openedOf(state),
    status: 'cancelled',
    attempt: attempt ?? attemptOf(state),
    checkAtMs: null,
    reason,
    cancelledAtMs: atMs,
    authorizedAtMs: authorized?.authorizedAtMs ?? null,
    lateAuthorized: authorized?.lateAuthorized ?? false,
    ...(byMerchant && { byMerchant }),
  };
}

function onSettled(state: ExistingPayment, change: (paid: SettledPayment) => SettledPayment): PaymentState {
  if (!isSettled(state)) return state;
  const changed = change(state);
  const returned = refundedAmount(changed);
  return { ...changed, status: returned > 0 && returned === changed.capturedAmount ? 'refunded' : 'captured' };
}

function refund(paid: SettledPayment, refundId: string, amount: number): SettledPayment {
  const refunds = notReleased(paid.refunds, refundId);
  const processed = { ...refunds.processed, [refundId]: amount };
  return { ...paid, refunds: { ...refunds, pending: without(refunds.pending, refundId), processed } };
}

function returnRefund(paid: SettledPayment, refundId: string): SettledPayment {
  const { refunds } = paid;
  return { ...paid, refunds: released({ ...refunds, processed: without(refunds.processed, refundId) }, refundId) };
}

/** The ledger without this refund among those whose amount is free. */
function notReleased(refunds: RefundLedger, refundId: string): RefundLedger {
  if (!refunds.released?.includes(refundId)) return refunds;
  return { ...refunds, released: refunds.released.filter((id) => id !== refundId) };
}

function released(refunds: RefundLedger, refundId: string): RefundLedger {
  return { ...refunds, released: [...(refunds.released ?? []), refundId] };
}

function without(amounts: Readonly<Record<string, number>>, refundId: string): Record<string, number> {
  return Object.fromEntries(Object.entries(amounts).filter(([id]) => id !== refundId));
}

/** Merge semantics: null removes, absent keeps (docs/reference/api-conventions.md, Updates). */
export function applyText(terms: PaymentTerms, text: UpdatedText): PaymentTerms {
  const changed = { ...terms };
  if (text.description !== undefined) changed.description = text.description ?? undefined;
  if (text.referenceId !== undefined) changed.referenceId = text.referenceId ?? undefined;
  if (text.metadata === null) changed.metadata = undefined;
  else if (text.metadata !== undefined) changed.metadata = mergeMetadata(terms.metadata, text.metadata);
  return changed;
}
