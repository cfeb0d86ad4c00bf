import type { CreateReplayPayload, RecordReplayChunkPayload, ReplayFailure } from '#contracts';

type Command<TType extends string, TData = object> = { type: TType } & TData;

/** What the endpoint of a replay is like at the moment of the decision; null when the account has none of that id. */
export type TargetStatus = 'enabled' | 'disabled' | 'deleted' | null;

/** Everything that can be asked of a replay, with what the decision needs to know of its endpoint. */
export type ReplayInstruction =
  | Command<'CreateReplay', { payload: CreateReplayPayload; target: TargetStatus }>
  | Command<'BeginReplay'>
  | Command<'RecordChunk', { chunk: RecordReplayChunkPayload }>
  | Command<'FailReplay', { reason: ReplayFailure }>
  | Command<'CancelReplay'>;

export type ReplayInstructionType = ReplayInstruction['type'];
export type InstructionOf<TType extends ReplayInstructionType> = Extract<ReplayInstruction, { type: TType }>;
