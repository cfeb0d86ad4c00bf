import type { Api } from './api';
import { CliError } from '../cli-error';
import { TypingError } from './typing-error';

interface Delivery {
  id: string;
  webhook_endpoint_id: string;
  status: string;
}

/**
 * Sends an event again to every endpoint that it was for, or to one of them.
 *
 * @throws CliError when there is nothing to send, or the API refuses.
 */
export async function resend(api: Api, wanted: { eventId: string | undefined; endpointId: string | undefined }): Promise<void> {
  const { eventId, endpointId } = wanted;
  if (eventId === undefined || !eventId.startsWith('evt_')) {
    throw new TypingError('Say which event: hundi resend evt_… (hundi listen shows the ids).');
  }
  const { data } = (await api.get(`/v1/events/${encodeURIComponent(eventId)}/deliveries?limit=100`)) as unknown as { data: Delivery[] };
  const newest = newestOfEach(data).filter((delivery) => endpointId === undefined || delivery.webhook_endpoint_id === endpointId);
  if (newest.length === 0) {
    throw new CliError(
      `${eventId} has no delivery to ${endpointId ?? 'any endpoint'}: no endpoint wanted it when it happened. A replay brings it.`,
    );
  }
  for (const { id, webhook_endpoint_id: endpoint, status } of newest) {
    const again = await api.post(`/v1/webhook_deliveries/${id}/resend`);
    console.log(`${eventId} to ${endpoint} again (was ${status}): ${String(again.id)} ${String(again.status)}`);
  }
}

/** The API lists the newest first. */
function newestOfEach(deliveries: readonly Delivery[]): Delivery[] {
  const byEndpoint = new Map<string, Delivery>();
  for (const delivery of deliveries)
    if (!byEndpoint.has(delivery.webhook_endpoint_id)) byEndpoint.set(delivery.webhook_endpoint_id, delivery);
  return [...byEndpoint.values()];
}
