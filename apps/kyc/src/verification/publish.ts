import type { KycEventType } from '#contracts';
import { eventDefinitionsOf, resourcePublisher, type Publish } from '#event-store';
import type { VerificationEvent, VerificationEventName } from './events';
import type { VerificationState } from './state';
import { thinVerification } from './render';

/** Stored type → what merchants see it as; null for what is ours alone. */
export const PUBLIC_NAME: Readonly<Record<VerificationEventName, KycEventType | null>> = {
  'kyc.verification.created': 'kyc.verification.created',
  'kyc.verification.requires_input': 'kyc.verification.requires_input',
  'kyc.verification.processing': 'kyc.verification.processing',
  'kyc.verification.verified': 'kyc.verification.verified',
  'kyc.verification.failed': 'kyc.verification.failed',
  'kyc.verification.expired': 'kyc.verification.expired',
  'kyc.verification.cancelled': 'kyc.verification.cancelled',
  'kyc.verification.redacted': 'kyc.verification.redacted',
  'kyc.verification.inspected': null,
  'kyc.verification.reviewed': null,
  'kyc.verification.consent_withdrawn': null,
  'kyc.verification.hold_changed': null,
  'kyc.verification.erasure_deferred': null,
  'kyc.verification.key_destroyed': null,
  'kyc.verification.provider_callback_received': null,
  'kyc.verification.awaited': null,
  'kyc.verification.provider_failed': null,
  'kyc.verification.number_forgotten': null,
};

/** Every stored event is written in version 1 so far. */
export const VERIFICATION_EVENT_DEFINITIONS = eventDefinitionsOf(PUBLIC_NAME);

/** Stored event → public event with the thin verification right after it; null for an internal one. */
export const publishVerification: Publish<VerificationState, VerificationEvent> = resourcePublisher({
  resourceType: 'kyc.verification',
  names: PUBLIC_NAME,
  render: thinVerification,
});
