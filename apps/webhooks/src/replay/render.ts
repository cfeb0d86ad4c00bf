import { toSeconds, type WebhookReplayResource } from '#contracts';
import type { Snapshot } from '#event-store';
import { isOpen, type ReplayState } from './state';

/** The public resource of a replay. */
export function replayResource({ head, state }: Snapshot<ReplayState>): WebhookReplayResource {
  if (state.status === 'none') throw new Error(`${head.streamId} has events but no webhook_replay.created`);
  const { terms, progress } = state;
  const end = isOpen(state) ? { failure: null, isTruncated: false, endedAtMs: null } : state;
  return {
    id: head.streamId,
    object: 'webhook_replay',
    livemode: head.livemode,
    webhook_endpoint_id: terms.endpointId,
    status: state.status,
    failure_reason: end.failure,
    include: terms.include,
    since: toSeconds(terms.sinceMs),
    until: toSeconds(terms.untilMs),
    types: terms.types,
    resource_id: terms.resourceId,
    matched: progress.matched,
    enqueued: progress.enqueued,
    truncated: end.isTruncated,
    covered_until: toSeconds(progress.coveredUntilMs),
    ended_at: toSeconds(end.endedAtMs),
    created_at: toSeconds(head.createdAtMs),
    updated_at: toSeconds(head.updatedAtMs),
  };
}
