import type { MandateReferences } from '#contracts';
import type { MandateEvent } from '../events';
import { isOpen, type Asked, type EndedMandate, type ExistingMandate, type MandateCall } from '../state';

type CallKind = MandateCall['kind'] | null;
type Calls = { [TType in MandateEvent['type']]?: (event: Extract<MandateEvent, { type: TType }>, before: ExistingMandate) => CallKind };

/** What the processor behind a network has to do because of a fact; null for nothing. */
const CALL_AFTER: Calls = {
  // What the registration took as the first payment is kept.
  'mandate.activated': (_event, before) => (before.takesFirst ? null : 'return_verification'),
  'mandate.paused': ({ data: { by } }) => (by === 'merchant' ? 'pause' : null),
  'mandate.resumed': ({ data: { by } }) => (by === 'merchant' ? 'resume' : null),
  'mandate.revoked': ({ data: { by } }) => (by === 'merchant' ? 'revoke' : null),
  'mandate.expired': ({ data: { reported } }, before) => {
    if (!isOpen(before)) return null;
    return reported === undefined ? 'revoke' : mayHavePaidFirst(before) ? 'return_verification' : null;
  },
  // The payer may have paid before the bank said no.
  'mandate.rejected': ({ data: { references } }, before) =>
    before.references.registration !== undefined || mayHavePaidFirst(before, references) ? 'return_verification' : null,
  // Also while it is being revoked: the answer to that may be older than the approval, and what was paid meanwhile may not be seen.
  'mandate.late_approved': () => 'revoke',
};

/** Whether the registration may have taken the first payment: it has begun. */
function mayHavePaidFirst({ takesFirst, status }: ExistingMandate, references?: MandateReferences): boolean {
  return takesFirst === true && (status === 'requires_action' || references !== undefined);
}

function callAfter(before: ExistingMandate, event: MandateEvent): CallKind {
  const rule = CALL_AFTER[event.type] as ((event: MandateEvent, before: ExistingMandate) => CallKind) | undefined;
  return rule?.(event, before) ?? null;
}

/** The mandate with what its processor has to do after a fact. Of a rail that answers at once: nothing. */
export function withCalls<TState extends Asked>(after: TState, before: ExistingMandate, event: MandateEvent): TState {
  if (before.answersLater === undefined) return after;
  const { calls: _before, ...rest } = after;
  const calls = callsAfter(before, event);
  return calls.length === 0 ? (rest as TState) : { ...(rest as TState), calls };
}

function callsAfter(before: ExistingMandate, event: MandateEvent): MandateCall[] {
  const open = [...(before.calls ?? [])];
  if (event.type === 'mandate.call_answered') return withoutFirst(open, event.data.kind);
  if (event.type === 'mandate.checked') return afterCheck(open, event.data);
  const kind = callAfter(before, event);
  const isMoot = isEnd(event) || (kind !== null && event.type !== 'mandate.late_approved');
  const kept = isMoot ? open.filter((call) => call.kind === 'return_verification') : open;
  if (kind === null || !('atMs' in event.data)) return kept;
  const { atMs } = event.data;
  // Its key is made of that instant, and two of a kind may be asked for in one.
  const requestedAtMs = Math.max(atMs, ...open.map((earlier) => earlier.requestedAtMs + 1));
  const call: MandateCall = { kind, requestedAtMs, dueAtMs: atMs, tries: 0 };
  if (kind !== 'revoke') return [...kept, call];
  // Nothing is debited in the meantime: what ends it goes first, behind one that is under way, whose answer and key are not its own.
  return [...kept.filter(isRevoke), call, ...kept.filter((one) => !isRevoke(one))];
}

function isRevoke(call: MandateCall): boolean {
  return call.kind === 'revoke';
}

/** Whether the processor ends it whatever it has approved: one that was active needs one call, others a second after the one under way. */
export function isBeingEnded({ calls = [], activatedAtMs }: EndedMandate): boolean {
  if (activatedAtMs !== null) return calls.some(isRevoke);
  return calls.filter((call) => isRevoke(call) || call.kind === 'return_verification').length > 1;
}

/** Of two of a kind the first was answered. */
function withoutFirst(calls: readonly MandateCall[], answered: MandateCall['kind']): MandateCall[] {
  const first = calls.findIndex(({ kind }) => kind === answered);
  return calls.filter((_call, index) => index !== first);
}

function isEnd({ type }: MandateEvent): boolean {
  return type === 'mandate.revoked' || type === 'mandate.expired' || type === 'mandate.rejected';
}

/** The first was asked in vain; what its processor reports by itself answers nothing. */
function afterCheck(open: MandateCall[], { checkAtMs, reportedAtMs }: { checkAtMs?: number; reportedAtMs?: number }): MandateCall[] {
  const [first, ...others] = open;
  if (first === undefined || reportedAtMs !== undefined) return open;
  return [{ ...first, dueAtMs: checkAtMs ?? first.dueAtMs, tries: first.tries + 1 }, ...others];
}
