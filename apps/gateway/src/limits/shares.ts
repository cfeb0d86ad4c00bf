/** How much of a limit one process sees asked for. */
export interface Demand {
  processId: string;
  /** The limit: an account, its mode, and what is counted. Empty of a process that only says that it is there. */
  key: string;
  /** In the unit of the limit: requests a second, or requests under way at once. */
  wanted: number;
}

/** What one of several processes knows of a limit. */
export interface Share {
  /** Of the limit, above 0 and at most 1. The parts of all processes sum to 1. */
  part: number;
  /** How much the others see asked for. */
  wantedByOthers: number;
}

/** Divided by demand. */
const BY_DEMAND = 0.9;
/** Divided evenly, so that a process that sees the account for the first time lets something through. */
const EVENLY = 0.1;

/** Each limit for which demand was reported: 90 % by what each process sees, 10 % evenly. Of all others a process has the whole. */
export function sharesOf(processId: string, demands: readonly Demand[]): Map<string, Share> {
  const processes = new Set([processId, ...demands.map((demand) => demand.processId)]);
  const shares = new Map<string, Share>();
  if (processes.size === 1) return shares;
  const [own, all] = [new Map<string, number>(), new Map<string, number>()];
  for (const { key, wanted, ...of } of demands) {
    if (key === '') continue;
    all.set(key, (all.get(key) ?? 0) + wanted);
    if (of.processId === processId) own.set(key, wanted);
  }
  for (const [key, total] of all) {
    const ofDemand = total === 0 ? 1 / processes.size : (own.get(key) ?? 0) / total;
    const part = BY_DEMAND * ofDemand + EVENLY / processes.size;
    shares.set(key, { part, wantedByOthers: total - (own.get(key) ?? 0) });
  }
  return shares;
}

/**
 * How much of a limit a process may let through: its part, or what the others leave of it when that is more. All together stay within the
 * limit: a process that takes what is left takes less than it is asked for by all that is asked for above the limit.
 *
 * @returns above 0 and at most 1.
 */
export function allowedOf({ part, wantedByOthers }: Share, limit: number): number {
  return Math.max(part, 1 - wantedByOthers / limit);
}
