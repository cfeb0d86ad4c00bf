import { allowedFromOf, statusSentence, type Refusal } from '#contracts';
import { refuse } from '#decider';
import type { AwaitingInput, VerificationState } from '../state';

type Refused = { accepted: false; refusal: Refusal };

/** No such verification for this account. */
export function missing(): Refused {
  return refuse({ code: 'resource_missing' });
}

/** The id is taken. */
export function alreadyExists(): Refused {
  return refuse({ code: 'resource_already_exists' });
}

/** @param wish what was asked for, to follow "can" and "cannot". */
export function stateConflict(state: VerificationState, allowedFrom: readonly string[], requested: string): Refused {
  const message = statusSentence('verification', state.status, requested, allowedFrom);
  return refuse({ code: 'state_conflict', details: { message, current_status: state.status, allowed_from: [...allowedFrom] } });
}

/** Its time is over, and the timer that says so is late. @param requested to follow "can no longer". */
export function tooLate({ status }: VerificationState, requested: string): Refused {
  const message = `This verification can no longer ${requested}: expires_at has passed.`;
  return refuse({ code: 'state_conflict', details: { message, current_status: status } });
}

/** Not every verification that is processing waits for a decision. @param wish to follow "cannot". */
export function notUnderReview({ status }: VerificationState, requested: string): Refused {
  const message = `This verification cannot ${requested}: its status is ${status}, and it does not wait for a person.`;
  return refuse({ code: 'state_conflict', details: { message, current_status: status, ...allowedFromOf(status, ['processing']) } });
}

/** Something else was asked for: the refusal names the field of it. */
export function notWhatWasAsked({ status, action }: AwaitingInput): Refused {
  const message = `This verification waits for ${WAITS_FOR[action.type]}.`;
  return refuse({ code: 'state_conflict', details: { message, current_status: status, reason: `${action.type}_awaited` } });
}

const WAITS_FOR: Readonly<Record<AwaitingInput['action']['type'], string>> = {
  otp: 'an OTP: send otp',
  redirect: 'consent on the page that next_action.url names',
  details: 'details: send what next_action.missing names, in document_details',
};

/** @param names what was asked for and did not come; the first is the one that is named as the field. */
export function detailsLeft([first = '', ...others]: readonly string[]): Refused {
  const param = first === 'share_code' ? first : `document_details.${first}`;
  const also = others.length === 0 ? '' : ` So ${others.length === 1 ? 'is' : 'are'} ${others.join(', ')}.`;
  return refuse({ code: 'parameter_missing', details: { param, message: `${param} is required: next_action.missing names it.${also}` } });
}

/** The same OTP flow may not be asked for another OTP yet (docs/reference/identity-documents.md, Reason codes). */
export function tooSoon(seconds: number): Refused {
  const message = `Another OTP can be requested in ${seconds} s.`;
  return refuse({ code: 'state_conflict', details: { message, reason: 'otp_request_too_soon', current_status: 'requires_input' } });
}

/** An operator's hold beats the erasure that was asked for (docs/reference/identity-documents.md, Consent and retention). */
export function held({ status }: VerificationState): Refused {
  const message = 'An operator has put a legal hold on this verification: nothing of it can be erased now.';
  return refuse({ code: 'state_conflict', details: { message, reason: 'legal_hold', current_status: status } });
}

/** There is nothing to withdraw. */
export function noConsent({ status }: VerificationState): Refused {
  const message = 'No consent is on record for this verification.';
  return refuse({ code: 'state_conflict', details: { message, reason: 'consent_missing', current_status: status } });
}
