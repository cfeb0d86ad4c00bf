import type { Actor } from '#contracts';
import type { DoneCommand } from './done-command';

/** A request without events, as it is stored. */
export interface RequestRow {
  command_id: string;
  stream_id: string;
  operation: string;
  actor: string;
  created_ms: number;
}

/** What the row of a request without events says of it (IdempotentRequests). */
export type RequestActor = Actor & { accountId: string; livemode: boolean; requestId: string | null };

export function requestOf({
  command_id: commandId,
  stream_id: streamId,
  operation,
  actor: text,
  created_ms: createdMs,
}: RequestRow): DoneCommand {
  const { accountId, livemode, requestId, ...actor } = JSON.parse(text) as RequestActor;
  return { commandId, operation, streamId, accountId, livemode, actor, requestId, atMs: Math.trunc(createdMs), changes: null };
}
