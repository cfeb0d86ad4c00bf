/** Pages that few or no payments fill, or half of all: no index is in the order of the list for them. */
const RARE_QUERIES = ['search without match', 'search with match', 'amount, few', 'amount, half', 'amount, none', 'currency, none'];

import { printFigure } from './load/figures';

/** What must hold, on the medians of a run. */
const GOALS: readonly { ratio: string; atLeast?: number; atMost?: number }[] = [
  { ratio: 'S/LN', atLeast: 0.5 },
  { ratio: 'SK/LK', atLeast: 0.5 },
  { ratio: 'SK/R_stock', atLeast: 5 },
  { ratio: 'SK1 p50 / (T_rt + T_c1)', atMost: 3 },
  { ratio: 'B2 embedded p50 / limit', atMost: 3 },
  { ratio: 'B2 embedded p99 / limit', atMost: 5 },
  { ratio: 'B2 embedded one client p50 / floor', atMost: 4 },
  { ratio: 'B2 kafka p50 / limit', atMost: 3 },
  { ratio: 'B2 kafka p99 / limit', atMost: 5 },
  { ratio: 'B4 create/s, largest / smallest', atLeast: 0.7 },
  { ratio: 'B4 GET p99, late / early', atMost: 1.5 },
  ...['early', 'late'].map((which) => ({ ratio: `B4 GET ${which} p99, largest / smallest`, atMost: 1.5 })),
  ...['first page', 'deep page'].map((page) => ({ ratio: `B4 ${page} p99, largest / smallest`, atMost: 2 })),
  { ratio: 'B4 RSS, largest / smallest', atMost: 1.2 },
  { ratio: 'B4 bytes a payment', atMost: 8_000 },
  ...RARE_QUERIES.flatMap((query) => [
    { ratio: `B4 ${query} p99 ms`, atMost: 100 },
    { ratio: `B4 ${query}, first call ms`, atMost: 1_000 },
  ]),
  { ratio: 'B5 rebuild / paged upsert', atLeast: 0.5 },
  { ratio: 'B5 create p99, during / before', atMost: 2 },
  { ratio: 'B5 lists refused', atMost: 0 },
  { ratio: 'B7 embedded first 201 of an empty folder s', atMost: 6 },
  { ratio: 'B7 embedded first 201 s', atMost: 2.5 },
  { ratio: 'B7 embedded RSS MB', atMost: 300 },
  { ratio: 'B7 kafka RSS MB', atMost: 900 },
  { ratio: 'B7 embedded RSS at rest MB', atMost: 300 },
  { ratio: 'B7 kafka RSS at rest MB', atMost: 900 },
  ...(['embedded', 'kafka'] as const).map((mode) => ({ ratio: `B7 ${mode} MB in ten minutes`, atMost: 1 })),
  { ratio: 'B8 commit → consumer p99 ms', atMost: 250 },
  { ratio: 'B8 relay / lower bound', atLeast: 0.5 },
  { ratio: 'B8 drain / arrival', atLeast: 3 },
  { ratio: 'B9 goodput / maximum', atLeast: 0.8 },
  { ratio: 'B9 refused p99 ms', atMost: 50 },
  { ratio: 'B9 p99 after / before', atMost: 1.5 },
  ...(['key', 'token'] as const).flatMap((way) => [
    { ratio: `B10 ${way} cached / request CPU`, atMost: 0.03 },
    { ratio: `B10 ${way} cold µs`, atMost: 300 },
  ]),
  { ratio: 'request log / payment CPU', atMost: 0.03 },
  ...['start', 'payments'].flatMap((after) => [
    { ratio: `idle embedded after ${after} %`, atMost: 1 },
    { ratio: `idle kafka after ${after} %`, atMost: 4 },
  ]),
  ...(['embedded', 'kafka'] as const).flatMap((mode) => [
    ...['authorize', 'capture', 'refund', 'refund again'].map((step) => ({ ratio: `B3 ${mode} ${step} / spread`, atLeast: 0.35 })),
    { ratio: `B3 ${mode} losers p99 / winner`, atMost: 2 },
    { ratio: `B3 ${mode} one account / many`, atLeast: 0.8 },
  ]),
  { ratio: 'hundi / crud-f, create 1', atLeast: 1.3 },
  { ratio: 'hundi / crud-f, create 16', atLeast: 2.5 },
  { ratio: 'hundi / crud-f, create 64', atLeast: 4 },
  { ratio: 'hundi / crud-f, GET one', atLeast: 1 },
  { ratio: 'hundi / crud-f, GET drawn', atLeast: 1 },
  { ratio: 'hundi-kafka / crud-f, create 16', atLeast: 1 },
  { ratio: 'hundi-kafka / stock-kafka, create 16', atLeast: 5 },
  { ratio: 'hundi-kafka / stock-kafka, create 64', atLeast: 6 },
];

export interface Verdict {
  ratio: string;
  value: number;
  goal: string;
  met: boolean;
}

/** A verdict for every goal whose ratio was measured. A part that did not run is not a goal that was met. */
export function classify(ratios: Readonly<Record<string, number>>): Verdict[] {
  return GOALS.flatMap(({ ratio, atLeast, atMost }) => {
    const value = ratios[ratio];
    if (value === undefined) return [];
    const met = (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost);
    return [{ ratio, value, goal: atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`, met }];
  });
}

/** Prints a verdict for every goal whose ratio was measured. The process ends with 1 when one is missed. */
export function reportVerdicts(ratios: Readonly<Record<string, number>>): void {
  const verdicts = classify(ratios);
  for (const verdict of verdicts) printFigure({ ...verdict });
  process.exitCode = verdicts.every(({ met }) => met) ? 0 : 1;
}
