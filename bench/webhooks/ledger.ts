import { median } from '../load/figures';

/** A request as the receiver got it. */
export interface Arrival {
  path: string;
  eventId: string;
  /** Of the first byte, milliseconds since the epoch. */
  atMs: number;
}

/** How the receiver answers from now on. */
export async function setReceiver(origin: string, { isDeadSilent = false, replyMs = 0 }: { isDeadSilent?: boolean; replyMs?: number }) {
  await fetch(`${origin}/_settings?dead=${isDeadSilent ? 'on' : 'off'}&reply-ms=${replyMs}`);
}

/** What came since the last time. */
export async function takeLedger(origin: string): Promise<Arrival[]> {
  const text = await (await fetch(`${origin}/_ledger`)).text();
  return text.split('\n').flatMap((line) => {
    const [path, eventId, atMs] = line.split(' ');
    return path && eventId && atMs ? [{ path, eventId, atMs: Number(atMs) }] : [];
  });
}

/** When each event came first. */
export function firstArrivals(arrivals: readonly Arrival[]): Map<string, number> {
  const first = new Map<string, number>();
  for (const { eventId, atMs } of arrivals) first.set(eventId, Math.min(atMs, first.get(eventId) ?? Number.POSITIVE_INFINITY));
  return first;
}

/** Median, and the value that 99 of 100 do not exceed. */
export function percentiles(values: readonly number[]): { p50: number; p99: number; max: number } {
  const sorted = [...values].sort((left, right) => left - right);
  const at = (part: number): number => sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN;
  return { p50: median(sorted), p99: at(0.99), max: at(1) };
}
