import type { Command } from '../command';
import type { SealedAddress } from '../customers/commands';
import type { CheckWord } from './check-word';
import type { DocumentType } from './document-type';
import type { VerificationMethod } from './verification';

/**
 * A document number as it may travel: what can be shown, a keyed hash to recognize it by, and where the number itself
 * rests for as long as the flow is open. The number is never part of a command (spec/quality.md 5.6).
 */
export interface DocumentReference {
  masked: string;
  last4: string;
  /** HMAC-SHA-256 under a key of this installation, hex; null where even that must not be kept. */
  hash: string | null;
  /** Row of the kyc service's vault; null when nobody needs the number any more, as in the sandbox. */
  vaultId: string | null;
  /** Test mode only: what the sandbox makes of this number, as the number itself is not kept. */
  sandboxOutcome: string | null;
  /** Test mode only: the specific check that the number fails (spec/india.md 2.3). */
  failedCheck: CheckWord | null;
}

/** The customer's consent, as it was given (UIDAI, DPDP; spec/india.md 2.10). Who sent it, and from where, is in the event's meta. */
export interface ConsentRecord {
  textVersion: string;
  /** Milliseconds since the epoch. */
  capturedAtMs: number;
  purpose: string | null;
  channel: string | null;
}

/** Personal values are sealed tokens (libs/personal-data). Absent means not given. */
export interface DocumentDetails {
  fullName?: string;
  dateOfBirth?: string;
  ifsc?: string;
  redirectUrl?: string;
  otpChannel?: string;
}

export interface CreateVerificationPayload {
  customerId: string;
  documentType: DocumentType;
  document: DocumentReference;
  method: VerificationMethod;
  /** Whether the caller named the method; otherwise a live provider may go another way. */
  isMethodChosen?: boolean;
  verifyAddress: boolean;
  details: DocumentDetails;
  /** The name the customer has on record, a sealed token; what the sandbox answers as `customer_name`. */
  customerName: string | null;
  /** The address the customer has on record, of sealed tokens; what `verify_address` compares with. */
  customerAddress?: SealedAddress;
  consent: ConsentRecord | null;
  metadata?: Record<string, string | number | boolean>;
}

/** What the customer handed in. The OTP or share code rests in the vault, or was judged by the sandbox already. */
export interface SubmitInputPayload {
  /** `consent`: the customer comes back from the page where it was asked for. */
  kind: 'otp' | 'share_code' | 'details' | 'consent';
  vaultId: string | null;
  /** Test mode only: what the sandbox makes of the OTP. */
  sandboxAnswer: 'accepted' | 'otp_incorrect' | 'otp_expired' | null;
  details: DocumentDetails;
}

export interface CancelVerificationPayload {
  reason: 'cancelled_by_account' | 'customer_cancelled' | 'consent_withdrawn';
}

/** Test mode: what the customer said at the mock page of the sandbox. */
export interface AnswerConsentPayload {
  isGiven: boolean;
}

/** What a provider answered to try number `tries`. The shape is the provider port's. */
export interface RecordStepPayload {
  tries: number;
  step: unknown;
}

/** Test mode: act as the provider or the reviewer (spec/india.md 4.1). */
export interface SimulateVerificationPayload {
  outcome: string;
}

/** Command type → payload: everything that can be asked of a verification. */
export interface KycCommandPayloads {
  'kyc.create': CreateVerificationPayload;
  'kyc.submit': SubmitInputPayload;
  'kyc.resend': Record<string, never>;
  'kyc.cancel': CancelVerificationPayload;
  'kyc.redact': Record<string, never>;
  'kyc.simulate': SimulateVerificationPayload;
  'kyc.answer_consent': AnswerConsentPayload;
  'kyc.record_step': RecordStepPayload;
  /** Nobody needs the number any more, and the vault has forgotten it. */
  'kyc.record_number_forgotten': Record<string, never>;
  /** Sent by the store when the time has come that the verification asked for. */
  'kyc.wake': Record<string, never>;
}

export type KycCommandType = keyof KycCommandPayloads;

export const KYC_COMMAND_TYPES = [
  'kyc.create',
  'kyc.submit',
  'kyc.resend',
  'kyc.cancel',
  'kyc.redact',
  'kyc.simulate',
  'kyc.answer_consent',
  'kyc.record_step',
  'kyc.record_number_forgotten',
  'kyc.wake',
] as const satisfies readonly KycCommandType[];

export type KycCommand = { [TType in KycCommandType]: Command<TType, KycCommandPayloads[TType]> }[KycCommandType];
