import type { Answered, InputAction, ProcessingFacts, VerificationEvent, VerificationTerms } from './events';
import type { VerificationResult } from './decide/step';
import { isOpen, type ExistingVerification, type Retention, type VerificationState } from './state';

type FactOf<TName extends VerificationEvent['type']> = Extract<VerificationEvent, { type: TName }>['data'];

/** The state after one more fact. Never throws and never checks: a stored event is true, even one that surprises. */
export function evolve(state: VerificationState, event: VerificationEvent): VerificationState {
  if (event.type === 'kyc.verification.created') {
    const { terms, askAtMs } = event.data;
    const opened = { terms, answered: null, redactedAtMs: null, tries: 0, providerIndex: 0, consecutiveFailures: 0, unknownOutcomes: 0 };
    return { ...opened, status: 'pending', reason: 'awaiting_provider', checkAtMs: askAtMs };
  }
  if (state.status === 'none') return state;
  return (FOLD[event.type] as (state: ExistingVerification, data: typeof event.data) => VerificationState)(state, event.data);
}

type LaterEvent = Exclude<VerificationEvent, { type: 'kyc.verification.created' }>;
type Fold = { [TName in LaterEvent['type']]: (state: ExistingVerification, data: FactOf<TName>) => VerificationState };

const FOLD: Fold = {
  'kyc.verification.requires_input': (state, { action, reason, triesLeft, checkAtMs, answered }) => ({
    ...openedOf(state, answered),
    status: 'requires_input',
    reason,
    action,
    triesLeft,
    checkAtMs: checkAtMs ?? null,
  }),
  'kyc.verification.processing': (state, { reason, providerRequest, checkAtMs, vaultId, result, answered, ...handedIn }) => ({
    ...openedOf(state, answered),
    terms: withDetails(state.terms, handedIn),
    status: 'processing',
    reason,
    providerRequest,
    checkAtMs,
    lastAction: lastActionOf(state),
    vaultId: vaultId ?? null,
    result: result ?? null,
    triesLeft: 'triesLeft' in state ? state.triesLeft : 0,
  }),
  'kyc.verification.verified': (state, { result, atMs, validUntilMs, answered }) => ({
    ...openedOf(state, answered),
    status: 'verified',
    result,
    verifiedAtMs: atMs,
    validUntilMs: validUntilMs ?? null,
  }),
  'kyc.verification.failed': (state, { reason, atMs, result, answered }) => ({
    ...openedOf(state, answered),
    status: 'failed',
    reason,
    result: result ?? null,
    failedAtMs: atMs,
  }),
  'kyc.verification.expired': (state, { reason, atMs, answered }) => ({
    ...openedOf(state, answered),
    status: 'expired',
    reason,
    endedAtMs: atMs,
  }),
  'kyc.verification.cancelled': (state, { reason, atMs }) => ({ ...openedOf(state), status: 'cancelled', reason, endedAtMs: atMs }),
  'kyc.verification.redacted': (state, { atMs }) => redact(state, atMs),
  'kyc.verification.inspected': (state) => state,
  'kyc.verification.reviewed': (state, { as }) => ({ ...state, decided: as }),
  'kyc.verification.consent_withdrawn': (state, { atMs }) => retention(state, { consentWithdrawnAtMs: atMs }),
  'kyc.verification.hold_changed': (state, { reason, atMs }) =>
    retention(state, { hold: reason === null ? undefined : { reason, sinceMs: atMs } }),
  'kyc.verification.erasure_deferred': (state) => retention(state, { isErasureDue: true }),
  'kyc.verification.key_destroyed': (state) => retention(state, { isKeyDestroyed: true }),
  'kyc.verification.awaited': (state, { reason, checkAtMs, answered }) => {
    if (!isOpen(state)) return state;
    const providerRequest = state.status === 'processing' ? { providerRequest: 'fetch' as const } : {};
    return {
      ...state,
      ...providerRequest,
      reason,
      checkAtMs,
      answered,
      tries: state.tries + 1,
      consecutiveFailures: 0,
      unknownOutcomes: 0,
    };
  },
  'kyc.verification.provider_failed': (
    state,
    { reason, retryAtMs, answered, providerIndex = state.providerIndex, isUnknown, mayBeCharged },
  ) => {
    if (!isOpen(state)) return state;
    const unknownOutcomes = providerIndex !== state.providerIndex ? 0 : state.unknownOutcomes + (isUnknown === true ? 1 : 0);
    const counted = { providerIndex, unknownOutcomes, tries: state.tries + 1, consecutiveFailures: state.consecutiveFailures + 1 };
    const failed = { checkAtMs: retryAtMs, answered, ...counted, ...(mayBeCharged && { mayBeCharged }) };
    // The customer still has to act: trouble with a look at how far he is changes nothing for him.
    return state.status === 'requires_input' ? { ...state, ...failed } : { ...state, ...failed, reason };
  },
  'kyc.verification.provider_callback_received': (state, { atMs }) => (isOpen(state) ? { ...state, checkAtMs: atMs } : state),
  'kyc.verification.number_forgotten': (state) => ({ ...state, terms: withoutVault(state.terms) }),
};

/** What every later state keeps of an earlier one. @param answered who answered a question just now, if one was put. */
function openedOf(
  state: ExistingVerification,
  answered?: Answered,
): Pick<
  ExistingVerification,
  'terms' | 'answered' | 'redactedAtMs' | 'tries' | 'retention' | 'decided' | 'providerIndex' | 'consecutiveFailures' | 'unknownOutcomes'
> {
  const { terms, redactedAtMs, providerIndex, retention: kept, decided } = state;
  const asked = { answered: answered ?? state.answered, tries: state.tries + (answered === undefined ? 0 : 1) };
  return {
    terms,
    ...asked,
    redactedAtMs,
    ...(kept && { retention: kept }),
    ...(decided && { decided }),
    providerIndex,
    consecutiveFailures: 0,
    unknownOutcomes: 0,
  };
}

function retention(
  state: ExistingVerification,
  change: { [TName in keyof Retention]?: Retention[TName] | undefined },
): ExistingVerification {
  const all = Object.entries({ ...state.retention, ...change }).filter(([, value]) => value !== undefined);
  return { ...state, retention: Object.fromEntries(all) };
}

function lastActionOf(state: ExistingVerification): InputAction | null {
  if (state.status === 'requires_input') return state.action;
  return state.status === 'processing' ? state.lastAction : null;
}

/** The facts stay, what identifies the person goes: the mask, all other sealed values, and the metadata. The vault forgets its row as well. */
function redact(state: ExistingVerification, atMs: number): ExistingVerification {
  const { terms } = state;
  const document = { ...terms.document, masked: '' };
  const { customerAddress: _address, ...others } = terms;
  const opened = { redactedAtMs: atMs, terms: { ...others, document, details: {}, customerName: null, metadata: {} } };
  if (state.status === 'verified') return { ...state, ...opened, result: withoutPerson(state.result) };
  if (state.status === 'failed') return { ...state, ...opened, result: state.result && withoutPerson(state.result) };
  return { ...state, ...opened };
}

/** The customer named them after creation: from now on they are as good as given at once. */
function withDetails(
  terms: VerificationTerms,
  { details, detailsVaultId }: Pick<ProcessingFacts, 'details' | 'detailsVaultId'>,
): VerificationTerms {
  return {
    ...terms,
    ...(details && { details: { ...terms.details, ...details } }),
    ...(detailsVaultId !== undefined && { detailVaultIds: [...(terms.detailVaultIds ?? []), detailsVaultId] }),
  };
}

function withoutVault({ detailVaultIds: _gone, ...terms }: VerificationTerms): VerificationTerms {
  return { ...terms, document: { ...terms.document, vaultId: null } };
}

function withoutPerson({ checks, warnings }: VerificationResult): VerificationResult {
  return { checks, warnings };
}
