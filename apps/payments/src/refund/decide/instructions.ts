import type { CreateRefundPayload, ResolveRefundPayload, UpdateRefundPayload } from '#contracts';
import type { RefundAnswer } from './refund-result';

type Command<TType extends string, TData> = { type: TType } & TData;

/**
 * Everything that can be asked of a refund, with what the processor answered already in it, so that a decision needs
 * nobody else.
 */
export type RefundInstruction =
  /** `answer` of a processor that answers at once; absent when it is behind a network, or not asked yet. */
  | Command<'CreateRefund', { payload: CreateRefundPayload; answer?: RefundAnswer }>
  | Command<'UpdateRefund', { payload: UpdateRefundPayload }>
  | Command<'CancelRefund', object>
  /** `isAsked`: it answers a question of ours; otherwise the processor told by itself, and it may be old news. */
  | Command<'RecordRefundOutcome', { answer: RefundAnswer; isAsked?: true }>
  /** Somebody acts as the bank, in the sandbox. */
  | Command<'SimulateRefund', { answer: RefundAnswer }>
  | Command<'ResolveRefund', { payload: ResolveRefundPayload }>
  /** The time has come that `wakeAtMs` named; `answer` when a processor that answers at once was due to be asked. */
  | Command<'WakeRefund', { answer?: RefundAnswer }>;

export type RefundInstructionType = RefundInstruction['type'];
export type RefundInstructionOf<TType extends RefundInstructionType> = Extract<RefundInstruction, { type: TType }>;
