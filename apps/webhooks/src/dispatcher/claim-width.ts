import { LANES_MAX, QUANTUM } from '../delivery-queue/delivery-queue';

/** A claim that looked at fewer would bring much of the same endpoints. */
export const LANES_MIN = 8;

/**
 * How many lanes the next claim looks at. Each costs the claim as much as a delivery does, whatever it has: where much waits in
 * every lane, a few fill a claim, and the others are the first of the next one. Where each has little, many are needed.
 */
export class ClaimWidth {
  private lanes: number = LANES_MAX;

  /** @param total deliveries that are wanted. */
  lanesFor(total: number): number {
    return Math.min(LANES_MAX, Math.max(this.lanes, Math.ceil(total / QUANTUM)));
  }

  /** @param isFull whether a claim brought all that was wanted. */
  learn(isFull: boolean): void {
    this.lanes = isFull ? Math.max(LANES_MIN, this.lanes / 2) : Math.min(LANES_MAX, this.lanes * 2);
  }
}
