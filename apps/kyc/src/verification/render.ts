import {
  CHECK_SENTENCE,
  VERIFICATION_REASONS,
  type ThinVerification,
  type VerificationNextAction,
  type VerificationResource,
  toSeconds,
} from '#contracts';
import type { Snapshot } from '#event-store';
import type { VerificationResult } from './decide/step';
import { isOpen, type AwaitingInput, type ExistingVerification, type VerificationState } from './state';
import { limitOf } from './timers';

/** What everybody may know of a verification; events carry this and nothing else. */
export function thinVerification({ head, state }: Snapshot<VerificationState>): ThinVerification {
  if (state.status === 'none') throw new Error(`${head.streamId} has events but no kyc.verification.created`);
  return {
    id: head.streamId,
    object: 'kyc.verification',
    livemode: head.livemode,
    customer_id: state.terms.customerId,
    document_type: state.terms.documentType,
    status: state.status,
    ...reasonOf(state),
    expires_at: toSeconds(expiryOf(state)),
    created_at: toSeconds(head.createdAtMs),
    updated_at: toSeconds(head.updatedAtMs),
    sequence: head.sequence,
  };
}

/** The public resource of a verification; personal values are sealed tokens. */
export function verificationResource(snapshot: Snapshot<VerificationState>): VerificationResource {
  const { state } = snapshot;
  if (state.status === 'none') throw new Error(`${snapshot.head.streamId} has events but no kyc.verification.created`);
  const { id, object, livemode, customer_id, document_type, status, verification_reason, verification_reason_code, ...times } =
    thinVerification(snapshot);
  const { terms } = state;
  return {
    ...{ id, object, livemode, customer_id, document_type },
    document_number: terms.document.masked || null,
    verify_address: terms.verifyAddress,
    ...{ status, verification_reason, verification_reason_code },
    ...holderOf(state),
    method: terms.chain?.[state.providerIndex]?.method ?? terms.method,
    next_action: state.status === 'requires_input' ? nextActionOf(state) : null,
    ...checksOf(resultOf(state)),
    redirect_url: terms.details.redirectUrl ?? null,
    ...providerOf(state),
    metadata: terms.metadata ?? {},
    consent: consentOf(state),
    ...milestonesOf(state),
    ...times,
  };
}

function providerOf(state: ExistingVerification): Pick<VerificationResource, 'attempts' | 'provider' | 'provider_reference'> {
  const { provider = null, reference = null } = state.answered ?? {};
  return { attempts: state.tries, provider, provider_reference: reference };
}

function consentOf({ terms: { consent }, retention }: ExistingVerification): VerificationResource['consent'] {
  if (consent === null) return null;
  const { textVersion, capturedAtMs, purpose, channel, language = null } = consent;
  const withdrawn_at = toSeconds(retention?.consentWithdrawnAtMs ?? null);
  return { text_version: textVersion, captured_at: toSeconds(capturedAtMs), purpose, channel, language, withdrawn_at };
}

function milestonesOf(state: ExistingVerification): Pick<VerificationResource, 'verified_at' | 'redacted_at'> {
  return {
    verified_at: state.status === 'verified' ? toSeconds(state.verifiedAtMs) : null,
    redacted_at: toSeconds(state.redactedAtMs),
  };
}

/** An open verification ends by its time limit; one that is verified has to be done again one day. */
function expiryOf(state: ExistingVerification): number | null {
  if (state.status === 'verified') return state.validUntilMs;
  return isOpen(state) ? limitOf(state) : null;
}

function reasonOf(state: ExistingVerification): Pick<ThinVerification, 'verification_reason' | 'verification_reason_code'> {
  if (state.status === 'verified') return { verification_reason: null, verification_reason_code: null };
  const sentences: Readonly<Record<string, string>> = VERIFICATION_REASONS;
  const known = sentences[state.reason];
  const sentence = known ?? `The document number ${(CHECK_SENTENCE as Readonly<Record<string, string>>)[state.reason]}`;
  return { verification_reason: sentence, verification_reason_code: state.reason };
}

function resultOf(state: ExistingVerification): VerificationResult | null {
  return 'result' in state ? state.result : null;
}

type Holder = Pick<VerificationResource, 'customer_name' | 'date_of_birth' | 'address' | 'address_verified' | 'name_match_score'>;

/** Who the register says it is: shown only when verified. */
function holderOf(state: ExistingVerification): Holder {
  const { customerName = null, dateOfBirth = null, address = null } = state.status === 'verified' ? state.result : {};
  const { nameMatch, checks } = resultOf(state) ?? {};
  const name_match_score = nameMatch?.score ?? null;
  const person = { customer_name: customerName, date_of_birth: dateOfBirth, name_match_score };
  if (!state.terms.verifyAddress) return { ...person, address: null, address_verified: null };
  return { ...person, address, address_verified: checks?.address_match === 'passed' };
}

function nextActionOf({ action, triesLeft }: AwaitingInput): VerificationNextAction {
  return {
    type: action.type,
    url: action.type === 'redirect' ? action.url : null,
    missing: action.type === 'details' ? [...action.missing] : null,
    tries_left: action.type === 'otp' ? triesLeft : null,
    resend_after_at: action.type === 'otp' ? toSeconds(action.resendAfterMs) : null,
    expires_at: toSeconds(action.expiresAtMs),
  };
}

function checksOf(result: VerificationResult | null): Pick<VerificationResource, 'checks' | 'warnings'> {
  const checks = Object.entries(result?.checks ?? {}) as [VerificationResource['checks'][number]['name'], 'passed'][];
  return { checks: checks.map(([name, verdict]) => ({ name, result: verdict })), warnings: [...(result?.warnings ?? [])] };
}
