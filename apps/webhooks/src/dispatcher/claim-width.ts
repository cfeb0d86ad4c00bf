import { QUEUES_MAX, QUANTUM } from '../delivery-queue/delivery-queue';

/** A claim that looked at fewer would bring much of the same endpoints. */
export const QUEUES_MIN = 8;

/**
 * How many queues the next claim looks at. Each costs the claim as much as a delivery does, whatever it has: where much waits in
 * every queue, a few fill a claim, and the others are the first of the next one. Where each has little, many are needed.
 */
export class ClaimWidth {
  private endpointQueues: number = QUEUES_MAX;

  /** @param total deliveries that are wanted. */
  queuesFor(total: number): number {
    return Math.min(QUEUES_MAX, Math.max(this.endpointQueues, Math.ceil(total / QUANTUM)));
  }

  /** @param isFull whether a claim brought all that was wanted. */
  learn(isFull: boolean): void {
    this.endpointQueues = isFull ? Math.max(QUEUES_MIN, this.endpointQueues / 2) : Math.min(QUEUES_MAX, this.endpointQueues * 2);
  }
}
