import { drawnAtMs, instantOf, isEventId, newId, shardOfAccount } from '#contracts';
import type { CreateEndpointPayload, EventResource } from '#contracts';
import type { Services, WriteContext } from '../../commands/write-route';
import { ApiError } from '../../http/api-error';
import { resourceMissing } from '../../http/resources';

/**
 * From when on a new endpoint wants what happened, and the id of the replay that brings it; undefined when it does not. An
 * event stands for its time.
 *
 * @throws ApiError resource_missing for an event that the caller does not have.
 */
export async function startOf(
  since: number | string | null | undefined,
  { accountId, nowMs, random }: WriteContext,
  services: Services,
): Promise<CreateEndpointPayload['startFrom']> {
  if (since === undefined || since === null) return undefined;
  const sinceMs = isEventId(since) ? await timeOf(since, services) : (instantOf(since) ?? nowMs);
  return { replayId: newId('webhookReplay', shardOfAccount(accountId), nowMs, random), sinceMs };
}

async function timeOf(eventId: string, services: Services): Promise<number> {
  try {
    const { timestamp, test_clock_id: clockId } = JSON.parse(
      await services.get('webhooks', `/internal/events/${eventId}`),
    ) as EventResource;
    // A replay counts in real time, and a test clock may be years away from it.
    return clockId === null ? Date.parse(timestamp) : drawnAtMs(eventId);
  } catch (error) {
    throw error instanceof ApiError && error.code === 'resource_missing' ? resourceMissing('start_from') : error;
  }
}
