/** The bounds of replays: configuration, never constants of the decision. */
export interface ReplayRules {
  /** How far back a replay may reach, in milliseconds. */
  windowMs: number;
  /** Events that one replay matches at most. */
  matchedMax: number;
  /** Replays of an account and mode that work at the same time. */
  runningMax: number;
  /** Replays of an account and mode that have not ended: those that work and those that wait. */
  openMax: number;
  /** Deliveries that one replay adds in a second, so that live traffic is not disturbed. */
  enqueuedPerSecond: number;
}

const DAY_MS = 86_400_000;

/** docs/reference/webhooks.md, Resends, replays and pings. */
export const DEFAULT_REPLAY_RULES: ReplayRules = {
  windowMs: 30 * DAY_MS,
  matchedMax: 1_000_000,
  runningMax: 2,
  openMax: 20,
  enqueuedPerSecond: 20_000,
};
