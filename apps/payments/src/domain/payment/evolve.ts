import type { Metadata } from '#contracts';
import type { PaymentEvent, PaymentTerms, UpdatedText } from './events';
import { attemptOf, isSettled, openedOf, type ExistingPayment, type PaymentState, type SettledPayment } from './payment';

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
  }),
  'payment.processing': (state, { attempt, atMs, failure = null, checkAtMs = null }) => ({
    ...openedOf(state),
    status: 'processing',
    attempt,
    startedAtMs: atMs,
    failure,
    checkAtMs,
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
  'payment.outcome_unknown': (state, { failure, checkAtMs = null }) =>
    state.status === 'processing' ? { ...state, failure: failure ?? state.failure, checkAtMs } : state,
  'payment.refund_returned': (state, { refundId }) => onSettled(state, (paid) => returnRefund(paid, refundId)),
  'payment.status_checked': (state, { checkAtMs = null }) => ('checkAtMs' in state ? { ...state, checkAtMs } : state),
  'payment.refund_requested': (state, { refundId, amount }) =>
    onSettled(state, (paid) => ({ ...paid, refunds: { ...paid.refunds, pending: { ...paid.refunds.pending, [refundId]: amount } } })),
  'payment.refund_released': (state, { refundId }) =>
    onSettled(state, (paid) => ({ ...paid, refunds: { ...paid.refunds, pending: without(paid.refunds.pending, refundId) } })),
  'attempt.failed': (state) => state,
  'attempt.started': (state, { attempt, checkAtMs = null }) =>
    state.status === 'processing' ? { ...state, attempt, failure: null, checkAtMs } : state,
  'attempt.succeeded': (state, { attempt }) => ({ ...state, surplus: [...(state.surplus ?? []), attempt.number] }),
};

function evolveExisting(state: ExistingPayment, event: LaterEvent): PaymentState {
  // An event of a type this version does not know changes nothing it knows of.
  const fold = FOLD[event.type] as ((state: ExistingPayment, data: unknown) => PaymentState) | undefined;
  return fold === undefined ? state : fold(state, event.data);
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

function capture(state: ExistingPayment, { amount, atMs, fee, tax }: FactOf<'payment.captured'>): PaymentState {
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
    fee,
    tax,
    refunds: { pending: {}, processed: {} },
  };
}

function cancel(state: ExistingPayment, { reason, atMs }: FactOf<'payment.cancelled'>): PaymentState {
  const authorized = state.status === 'authorized' ? state : null;
  return {
    ...openedOf(state),
    status: 'cancelled',
    attempt: attemptOf(state),
    checkAtMs: null,
    reason,
    cancelledAtMs: atMs,
    authorizedAtMs: authorized?.authorizedAtMs ?? null,
    lateAuthorized: authorized?.lateAuthorized ?? false,
  };
}

function onSettled(state: ExistingPayment, change: (paid: SettledPayment) => SettledPayment): PaymentState {
  if (!isSettled(state)) return state;
  const changed = change(state);
  const returned = Object.values(changed.refunds.processed).reduce((sum, amount) => sum + amount, 0);
  return { ...changed, status: returned > 0 && returned >= changed.capturedAmount ? 'refunded' : 'captured' };
}

function refund(paid: SettledPayment, refundId: string, amount: number): SettledPayment {
  const processed = { ...paid.refunds.processed, [refundId]: amount };
  return { ...paid, refunds: { pending: without(paid.refunds.pending, refundId), processed } };
}

function returnRefund(paid: SettledPayment, refundId: string): SettledPayment {
  return { ...paid, refunds: { ...paid.refunds, processed: without(paid.refunds.processed, refundId) } };
}

function without(amounts: Readonly<Record<string, number>>, refundId: string): Record<string, number> {
  return Object.fromEntries(Object.entries(amounts).filter(([id]) => id !== refundId));
}

/** Merge semantics: null removes, absent keeps (spec/api.md 2.1). */
export function applyText(terms: PaymentTerms, text: UpdatedText): PaymentTerms {
  const changed = { ...terms };
  if (text.description !== undefined) changed.description = text.description ?? undefined;
  if (text.referenceId !== undefined) changed.referenceId = text.referenceId ?? undefined;
  if (text.metadata !== undefined) changed.metadata = mergeMetadata(terms.metadata, text.metadata);
  return changed;
}

function mergeMetadata(before: Metadata | undefined, patch: NonNullable<UpdatedText['metadata']>): Metadata {
  const entries = Object.entries({ ...before, ...patch }).filter(
    (entry): entry is [string, string | number | boolean] => entry[1] !== null,
  );
  return Object.fromEntries(entries);
}
