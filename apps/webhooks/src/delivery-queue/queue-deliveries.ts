import { newId, type Clock, type Random } from '#contracts';
import { feedKeyOf } from '../feed/feed-subscribers';
import { advancesIn, bringRetriesForward, lockQueues } from './bring-retries-forward';
import { enqueue, type QueuedDelivery, type EndpointQueue } from './enqueue';
import type { EventBodies } from '../feed/event-bodies';
import type { Effect, PlacedEvent } from '../feed/feed-commits';
import { findEndpointsOf, isInterested } from '../feed/interested-endpoints';

/** Deliveries in one statement: 500 events of an account with 16 endpoints are eight of them. */
const ROWS_MAX = 1_000;

/** Queues a delivery of every event for every endpoint that asked for it, in the transaction that takes the events. */
export function queueDeliveries({ clock, random, bodies }: { clock: Clock; random: Random; bodies: Pick<EventBodies, 'read'> }): Effect {
  return async (client, events) => {
    const endpoints = await findEndpointsOf(client, events);
    if (endpoints.size === 0) return 0;
    const nowMs = clock.nowMs();
    const advances = advancesIn(events);
    const endpointIds = advances.length === 0 ? [] : [...endpoints.values()].flat().map(({ endpointQueue }) => endpointQueue.endpointId);
    if (advances.length > 0) await lockQueues(client, endpointIds);
    const endpointQueues = new Map<string, EndpointQueue>();
    const deliveries: QueuedDelivery[] = [];
    for (const event of events) {
      for (const endpoint of endpoints.get(feedKeyOf(event)) ?? []) {
        if (!isInterested(endpoint, event)) continue;
        const { endpointQueue } = endpoint;
        endpointQueues.set(endpointQueue.endpointId, endpointQueue);
        deliveries.push(deliveryOf(event, endpointQueue.endpointId, newId('webhookDelivery', event.shard, nowMs, random)));
      }
    }
    // All queues with every part: their rows are locked in one order, whatever the parts are.
    const all = { endpointQueues: [...endpointQueues.values()], nowMs };
    for (let from = 0; from < deliveries.length; from += ROWS_MAX) {
      await enqueue(client, { ...all, deliveries: deliveries.slice(from, from + ROWS_MAX) });
    }
    await bringRetriesForward(client, advances, { bodies, endpointIds, nowMs });
    return deliveries.length;
  };
}

function deliveryOf(event: PlacedEvent, endpointId: string, deliveryId: string): QueuedDelivery {
  return {
    deliveryId,
    endpointId,
    feedPosition: event.position,
    eventId: event.eventId,
    eventType: event.type,
    resourceId: event.resourceId,
    sequence: event.sequence,
    class: 0,
    trigger: 'auto',
    replayId: null,
    testClockId: event.testClockId,
  };
}
