import type {
  CancelPaymentPayload,
  CapturePaymentPayload,
  ConfirmPaymentPayload,
  CreatePaymentPayload,
  Instrument,
  RefundOutcomePayload,
  RequestRefundPayload,
  ResolvePaymentPayload,
  UpdatePaymentPayload,
} from '#contracts';
import type { AttemptAnswer, ProcessorFee, RoutingFacts } from './attempt-result';

type Command<TType extends string, TData> = { type: TType } & TData;

/** A processor behind a network answers later; whoever asks it reports with `RecordOutcome`. */
export interface AnsweredLater {
  processor: string;
  routing?: RoutingFacts;
}

/** What the attempt that a command starts is told by its processor. */
export type FirstAnswer = AttemptAnswer | AnsweredLater;

/**
 * Everything that can be asked of a payment, with what the processor answered already in it, so that a decision needs
 * nobody else.
 */
export type PaymentInstruction =
  | Command<'CreatePayment', { payload: CreatePaymentPayload; answer?: FirstAnswer }>
  | Command<'ConfirmPayment', { payload: ConfirmPaymentPayload & { instrument: Instrument }; answer: FirstAnswer }>
  | Command<'CapturePayment', { payload: CapturePaymentPayload; charge?: ProcessorFee }>
  | Command<'CancelPayment', { payload: CancelPaymentPayload }>
  | Command<'UpdatePayment', { payload: UpdatePaymentPayload }>
  /**
   * `attempt` is the number of the attempt the answer is about; `retryOn` names another processor to try after a decline;
   * `askedAtMs` is when it was asked, absent when it told by itself or was not reached.
   */
  | Command<'RecordOutcome', { attempt: number; answer: AttemptAnswer; retryOn?: AnsweredLater; lateRefundId: string; askedAtMs?: number }>
  /** Ask the processor for the truth now; for one behind a network, as soon as its budget allows. */
  | Command<'AskProcessor', object>
  /** `answer` of a processor that judges at once; absent when it is behind a network and will be asked. */
  | Command<'SubmitOtp', { answer?: AttemptAnswer }>
  /** Somebody acts as the payer or the bank, in the sandbox. */
  | Command<'SimulatePayment', { answer: AttemptAnswer; lateRefundId: string }>
  | Command<'RequestRefund', { payload: RequestRefundPayload }>
  | Command<'RecordRefundProcessed', { payload: RefundOutcomePayload }>
  | Command<'RecordRefundFailed', { payload: RefundOutcomePayload }>
  | Command<'ResolvePayment', { payload: ResolvePaymentPayload }>
  /** The time has come that `wakeAtMs` named; `answer` when the processor was due to be asked. */
  | Command<'WakePayment', { answer?: AttemptAnswer; lateRefundId: string }>;

export type PaymentInstructionType = PaymentInstruction['type'];
export type InstructionOf<TType extends PaymentInstructionType> = Extract<PaymentInstruction, { type: TType }>;
