import type { QueuedDelivery, EndpointQueue } from '../enqueue';

/** The queue of an endpoint as the fan-out hands it to the queue. */
export function endpointQueue(endpointId: string, changes: Partial<EndpointQueue> = {}): EndpointQueue {
  return {
    endpointId,
    shard: 7,
    accountId: 'acct_1',
    livemode: false,
    endpointVersion: 1,
    enabledSinceMs: null,
    maxInFlight: 16,
    ratePerSecond: null,
    burst: null,
    isOrdered: false,
    ...changes,
  };
}

/** A delivery of event `number` as the fan-out hands it to the queue. */
export function queuedDelivery(number: number, endpointId: string, changes: Partial<QueuedDelivery> = {}): QueuedDelivery {
  return {
    deliveryId: `whd_${endpointId}_${number}`,
    endpointId,
    feedPosition: BigInt(number),
    eventId: `evt_${number}`,
    eventType: 'payment.captured',
    resourceId: 'pay_1',
    sequence: number,
    class: 0,
    trigger: 'auto',
    replayId: null,
    testClockId: null,
    ...changes,
  };
}
