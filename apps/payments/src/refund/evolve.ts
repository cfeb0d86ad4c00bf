import { mergeMetadata } from '#contracts';
import type { Metadata, UpdateRefundPayload } from '#contracts';
import type { RefundEvent, RefundTerms } from './events';
import { isOverUnpaid, type ExistingRefund, type PendingRefund, type RefundState } from './state';

type FactOf<TName extends RefundEvent['type']> = Extract<RefundEvent, { type: TName }>['data'];

/** The state after one more fact. Never throws and never checks: a stored event is true, even one that surprises. */
export function evolve(state: RefundState, event: RefundEvent): RefundState {
  if (event.type === 'refund.created') return created(event.data);
  return state.status === 'none' ? state : evolveExisting(state, event);
}

type LaterEvent = Exclude<RefundEvent, { type: 'refund.created' }>;

type Fold = { [TName in LaterEvent['type']]: (state: ExistingRefund, data: FactOf<TName>) => RefundState };

const FOLD: Fold = {
  'refund.sending': (state, { atMs }) =>
    whilePending(state, (pending) => ({ ...pending, stage: 'sending', sendingSinceMs: atMs, checkAtMs: atMs })),
  'refund.sent': (state, { reference, atMs, checkAtMs = null }) =>
    whilePending(state, (pending) => ({
      ...pending,
      stage: 'sent',
      reference,
      sendingSinceMs: pending.sendingSinceMs ?? atMs,
      checkAtMs,
      checks: 0,
    })),
  'refund.reference_added': (state, { references, checkAtMs = null }) => {
    const known = { ...state, references: { ...state.references, ...references } };
    return 'checkAtMs' in known ? { ...known, checkAtMs } : known;
  },
  'refund.status_checked': (state, { checkAtMs = null }) => {
    if (state.status === 'pending') return { ...state, checkAtMs, checks: state.checks + 1 };
    if (state.status === 'processed') return { ...state, checkAtMs };
    return state.contradiction === undefined
      ? state
      : { ...state, contradiction: { ...state.contradiction, checkAtMs, checks: state.contradiction.checks + 1 } };
  },
  'refund.processed': (state, { reference, speed, references, atMs, checkAtMs = null }) => ({
    ...askedOf(state),
    status: 'processed',
    reference: reference ?? state.reference,
    references: { ...state.references, ...references },
    speed,
    processedAtMs: atMs,
    checkAtMs,
  }),
  'refund.failed': (state, { failure, reference, atMs }) => ({
    ...askedOf(state),
    status: 'failed',
    reference: reference ?? state.reference,
    failure,
    failedAtMs: atMs,
    processed: state.status === 'processed' ? { speed: state.speed, atMs: state.processedAtMs } : null,
  }),
  'refund.cancelled': (state, { atMs }) => ({ ...askedOf(state), status: 'cancelled', cancelledAtMs: atMs }),
  'refund.outcome_contradicted': (state, { atMs }) =>
    isOverUnpaid(state) ? { ...state, contradiction: { sinceMs: atMs, checkAtMs: atMs, checks: 0 } } : state,
  'refund.contradiction_resolved': (state) => {
    if (!isOverUnpaid(state)) return state;
    const { contradiction: _settled, ...certain } = state;
    return certain;
  },
  'refund.resolved': (state) => state,
  'refund.updated': (state, { text }) => ({ ...state, terms: applyText(state.terms, text) }),
};

function evolveExisting(state: ExistingRefund, event: LaterEvent): RefundState {
  // An event of a type this version does not know changes nothing it knows of.
  const fold = FOLD[event.type] as ((state: ExistingRefund, data: unknown) => RefundState) | undefined;
  return fold === undefined ? state : fold(state, event.data);
}

function created(terms: RefundTerms): PendingRefund {
  return {
    status: 'pending',
    stage: 'queued',
    terms,
    reference: null,
    references: {},
    sendingSinceMs: null,
    checkAtMs: terms.sendAtMs ?? null,
    checks: 0,
  };
}

function askedOf({ terms, reference, references }: ExistingRefund): Pick<ExistingRefund, 'terms' | 'reference' | 'references'> {
  return { terms, reference, references };
}

function whilePending(state: ExistingRefund, change: (pending: PendingRefund) => PendingRefund): RefundState {
  return state.status === 'pending' ? change(state) : state;
}

/** Merge semantics: null removes, absent keeps (docs/reference/api-conventions.md, Updates). */
export function applyText(terms: RefundTerms, text: UpdateRefundPayload): RefundTerms {
  const changed = { ...terms };
  if (text.description !== undefined) changed.description = text.description ?? undefined;
  if (text.referenceId !== undefined) changed.referenceId = text.referenceId ?? undefined;
  if (text.metadata !== undefined) changed.metadata = emptyAsAbsent(mergeMetadata(terms.metadata, text.metadata));
  return changed;
}

function emptyAsAbsent(metadata: Metadata): Metadata | undefined {
  return Object.keys(metadata).length === 0 ? undefined : metadata;
}
