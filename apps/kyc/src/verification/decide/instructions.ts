import type {
  CancelVerificationPayload,
  CreateVerificationPayload,
  DecideVerificationPayload,
  InspectVerificationPayload,
  RedactVerificationPayload,
  SubmitInputPayload,
} from '#contracts';
import type { ProviderChoice } from '../events';
import type { ProviderStep } from './step';

type Command<TType extends string, TData = object> = { type: TType } & TData;

/**
 * Everything that can be asked of a verification, with what the provider answered already in it. `step` is absent where
 * the provider is behind a network: the store's task asks it and comes back with `RecordStep`.
 */
export type VerificationInstruction =
  | Command<'CreateVerification', { payload: CreateVerificationPayload; chain?: readonly ProviderChoice[]; step?: ProviderStep }>
  | Command<'SubmitInput', { payload: SubmitInputPayload; step?: ProviderStep }>
  | Command<'ResendOtp', { step?: ProviderStep }>
  | Command<'CancelVerification', { payload: CancelVerificationPayload }>
  | Command<'RedactVerification', { because: RedactVerificationPayload['because'] }>
  | Command<'WithdrawConsent'>
  | Command<'HoldVerification', { reason: string | null }>
  | Command<'InspectVerification', { payload: InspectVerificationPayload }>
  | Command<'DecideVerification', { payload: DecideVerificationPayload }>
  | Command<'RecordKeyDestroyed'>
  | Command<'RecordProviderCallback', { provider: string }>
  /** `tries` says which question this answers; an answer to an older one changes nothing. */
  | Command<'RecordStep', { tries: number; step: ProviderStep }>
  | Command<'WakeVerification', { step?: ProviderStep }>
  /** The vault has forgotten the number. */
  | Command<'RecordNumberForgotten'>;

export type VerificationInstructionType = VerificationInstruction['type'];
export type InstructionOf<TType extends VerificationInstructionType> = Extract<VerificationInstruction, { type: TType }>;
