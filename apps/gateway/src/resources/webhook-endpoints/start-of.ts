import { drawnAtMs, instantOf, isEventId } from '#contracts';
import type { CreateEndpointPayload, EventResource } from '#contracts';
import type { WriteCall } from '../../commands/write-call';
import { ApiError } from '../../http/api-error';
import { resourceMissing } from '../../http/resources';

/**
 * The time from which a new endpoint gets past events, and the id of the replay that brings them; undefined for none. An event stands for
 * its time.
 *
 * @throws ApiError resource_missing for an event that the caller does not have.
 */
export async function startOf(since: number | string | null | undefined, call: WriteCall): Promise<CreateEndpointPayload['startFrom']> {
  if (since === undefined || since === null) return undefined;
  const sinceMs = isEventId(since) ? await timeOf(since, call) : (instantOf(since) ?? call.nowMs);
  return { replayId: call.newIds.of('webhookReplay'), sinceMs };
}

async function timeOf(eventId: string, call: WriteCall): Promise<number> {
  try {
    const event = JSON.parse(await call.get('webhooks', `/internal/events/${eventId}`)) as EventResource;
    // A replay counts in real time, and a test clock may be years away from it.
    return event.test_clock_id === null ? Date.parse(event.timestamp) : drawnAtMs(eventId);
  } catch (error) {
    throw error instanceof ApiError && error.code === 'resource_missing' ? resourceMissing('start_from') : error;
  }
}
