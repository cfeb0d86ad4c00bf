import type { ClaimBudget } from '../delivery-queue/delivery-queue';

/** Of all slots at most half are for retries and replays, and a quarter for replays (docs/reference/webhooks.md, Queues and fairness). */
const RETRY_SHARE = 0.5;
const REPLAY_SHARE = 0.25;

const FREE_SHARE = 0.75;

/** Every eighth claim puts a replay first in each queue, two of eight a retry: nothing waits for ever behind new events. */
const TURNS = [0, 0, 1, 0, 0, 2, 0, 1] as const;

export type DeliveryClass = 0 | 1 | 2;

/** The requests that one process may have under way, by class: 0 first attempts, 1 retries, 2 resends and replays. */
export class Slots {
  private readonly used: [number, number, number] = [0, 0, 0];
  private turn = 0;

  /** @param max all slots, 4 or more. */
  constructor(readonly max: number) {}

  get inFlight(): number {
    return this.used[0] + this.used[1] + this.used[2];
  }

  get free(): number {
    return this.max - this.inFlight;
  }

  /** Most of them are free: with the others a process has enough to do until a claim brings more. */
  get areMostlyFree(): boolean {
    return this.free >= this.max * FREE_SHARE;
  }

  take(deliveryClass: DeliveryClass): void {
    this.used[deliveryClass]++;
  }

  release(deliveryClass: DeliveryClass): void {
    this.used[deliveryClass]--;
  }

  /** What the next claim may bring. */
  budget(): ClaimBudget {
    const { free, max } = this;
    const retries = Math.max(0, Math.min(free, Math.floor(max * RETRY_SHARE) - this.used[1] - this.used[2]));
    const replays = Math.max(0, Math.min(retries, Math.floor(max * REPLAY_SHARE) - this.used[2]));
    this.turn = (this.turn + 1) % TURNS.length;
    return { total: free, retries, replays, favoredClass: TURNS[this.turn] ?? 0 };
  }
}
