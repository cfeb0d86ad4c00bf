/** How much of a limit's traffic one process sees, in requests a second. */
export interface Demand {
  processId: string;
  /** The limit: an account, its mode, and what is counted. Empty of a process that only says that it is there. */
  key: string;
  perSecond: number;
}

/** Divided by demand. */
const BY_DEMAND = 0.9;
/** Divided evenly, so that a process that sees the account for the first time lets something through. */
const EVENLY = 0.1;

/**
 * How much of each limit one of several processes may let through: 90 % by what each sees, 10 % evenly. The shares of all processes sum
 * to 1. Limits that nobody speaks of are not in it: each process has all of them.
 */
export function sharesOf(processId: string, demands: readonly Demand[]): Map<string, number> {
  const processes = new Set([processId, ...demands.map((demand) => demand.processId)]);
  const shares = new Map<string, number>();
  if (processes.size === 1) return shares;
  const [own, all] = [new Map<string, number>(), new Map<string, number>()];
  for (const { key, perSecond, ...of } of demands) {
    if (key === '') continue;
    all.set(key, (all.get(key) ?? 0) + perSecond);
    if (of.processId === processId) own.set(key, perSecond);
  }
  for (const [key, total] of all) {
    const ofDemand = total === 0 ? 1 / processes.size : (own.get(key) ?? 0) / total;
    shares.set(key, BY_DEMAND * ofDemand + EVENLY / processes.size);
  }
  return shares;
}
