import type { Refusal } from '#contracts';
import { refuse } from '#decider';
import type { LiveEndpoint } from '../state';
import { isUnexpired, UNEXPIRED_KEYS_MAX } from './secrets';

type Refused = { accepted: false; refusal: Refusal };

/** Never was, or is deleted. */
export function missing(): Refused {
  return refuse({ code: 'resource_missing', details: { param: 'id' } });
}

/** A second creation under one id. */
export function exists(): Refused {
  return refuse({ code: 'resource_already_exists', details: { message: 'A webhook endpoint of this id exists already.' } });
}

/** What only an operator lifts (docs/reference/state-machines.md, Webhook endpoint). */
export function disabledByOperator({ status }: LiveEndpoint): Refused {
  const message = 'The endpoint was disabled by the operator of this installation and cannot be enabled by API.';
  return refuse({ code: 'state_conflict', details: { message, reason: 'admin', current_status: status, allowed_from: ['enabled'] } });
}

/** Another request has changed it since the caller read it. */
export function changedMeanwhile({ status, sequence }: LiveEndpoint, expected: number): Refused {
  const message = `The endpoint is at sequence ${sequence}, not ${expected}: it was changed meanwhile. Read it again.`;
  return refuse({ code: 'state_conflict', details: { message, param: 'expected_sequence', current_status: status } });
}

/** One more would be a fourth signature on every delivery. */
export function tooManySecrets({ status, secrets }: LiveEndpoint, nowMs: number): Refused {
  const ends = secrets.flatMap((secret) => (secret.expiresAtMs !== null && isUnexpired(secret, nowMs) ? [secret.expiresAtMs] : []));
  const details = {
    message: `Deliveries are signed with ${UNEXPIRED_KEYS_MAX} secrets already.`,
    current_status: status,
    reason: 'too_many_secrets',
    hint: `The next one expires at ${new Date(Math.min(...ends)).toISOString()}. A grace_period_seconds of 0 ends all earlier ones at once.`,
  };
  return refuse({ code: 'state_conflict', details });
}

/** Keys of an endpoint that lives are in use. */
export function notDeleted({ status }: LiveEndpoint): Refused {
  return refuse({ code: 'state_conflict', details: { current_status: status, allowed_from: ['deleted'] } });
}
