import type { LoadRequest } from '../load/client';
import { runLoad } from '../load/client';
import { acknowledgedOnly } from '../create-throughput';
import { median, percentileOf } from '../load/figures';
import { paymentRound } from '../load/payment-round';
import { nodeMemoryOf } from '../load/process-cpu';
import { Merchant } from '../load/merchant';
import { listQueries } from './list-queries';
import { bytesOf, drawIds, type Drawn } from './look';
import type { FilledHundi } from './stage';

/** How long each part is measured. */
export interface MeasureOptions {
  rounds: number;
  seconds: number;
  /** Payments of one round of creates. */
  requests: number;
}

/** All figures of one size by name, in the units of their names. */
export type SizeFigures = Record<string, number>;

const CREATE_CLIENTS = 64;
const GET_CLIENTS = 16;
const LIST_CLIENTS = 4;
const REFUNDS = 300;

/** Everything that is measured of a Hundi that was just started on a filled log. */
export async function measureSize(hundi: FilledHundi, options: MeasureOptions): Promise<SizeFigures> {
  const drawn = await drawIds(hundi.database);
  const asked = listQueries(drawn.deepId);
  const first = await firstCalls(hundi, asked);
  const create = await measureCreates(hundi, options);
  const gets = await measureGets(hundi, drawn, options);
  const pages = await measurePages(hundi, asked, options);
  const refunds = await measureRefunds(hundi, drawn.refunded);
  await hundi.untilCaughtUp();
  const memory = [...nodeMemoryOf(hundi.product.pid).values()].reduce((sum, megabytes) => sum + megabytes, 0);
  return { ...first, ...create, ...gets, ...pages, ...refunds, 'RSS MB': memory, 'bytes a payment': await bytesOf(hundi.database) };
}

function getOf(hundi: FilledHundi, path: string): LoadRequest {
  return { path, headers: { authorization: `Bearer ${hundi.apiKey}` } };
}

/** Each query once, right after the start. */
async function firstCalls(hundi: FilledHundi, asked: Record<string, string>): Promise<SizeFigures> {
  const figures: SizeFigures = {};
  for (const [name, path] of Object.entries(asked)) {
    const startedAtMs = performance.now();
    const answer = await fetch(hundi.product.baseUrl + path, { headers: getOf(hundi, path).headers });
    await answer.text();
    if (answer.status !== 200) throw new Error(`${name}: answered ${answer.status}`);
    figures[`${name}, first call ms`] = performance.now() - startedAtMs;
  }
  return figures;
}

async function measureCreates(hundi: FilledHundi, { rounds, requests }: MeasureOptions): Promise<SizeFigures> {
  const load = { bench: 'growth', apiKey: hundi.apiKey, clients: CREATE_CLIENTS, requests };
  await paymentRound(hundi.product, load);
  const samples = [];
  while (samples.length < rounds) samples.push(await paymentRound(hundi.product, load));
  const cpu = samples.map(({ cost }) => (cost.get('total') ?? Number.NaN) - (cost.get('load') ?? 0));
  return { 'create/s': median(samples.map(({ rate }) => rate)), 'create CPU µs': Math.min(...cpu) };
}

/** Of early and late payments in turn, so that both meet the same machine. */
async function measureGets(hundi: FilledHundi, drawn: Drawn, options: MeasureOptions): Promise<SizeFigures> {
  const requestsOf = (ids: readonly string[]) => (index: number) => getOf(hundi, `/v1/payments/${ids[index % ids.length]}`);
  return measureTurns(
    hundi,
    { early: requestsOf(drawn.early), late: requestsOf(drawn.late) },
    { ...options, clients: GET_CLIENTS, prefix: 'GET ' },
  );
}

async function measurePages(hundi: FilledHundi, asked: Record<string, string>, options: MeasureOptions): Promise<SizeFigures> {
  const requests = Object.fromEntries(Object.entries(asked).map(([name, path]) => [name, () => getOf(hundi, path)]));
  return measureTurns(hundi, requests, { ...options, clients: LIST_CLIENTS, prefix: '' });
}

interface TurnOptions extends MeasureOptions {
  clients: number;
  prefix: string;
}

/** Loads of reads in turn, after one turn that does not count. The median of the rounds' percentiles. */
async function measureTurns(
  hundi: FilledHundi,
  loads: Record<string, (index: number) => LoadRequest>,
  { rounds, seconds, clients, prefix }: TurnOptions,
): Promise<SizeFigures> {
  const found = new Map<string, number[]>();
  const keep = (name: string, value: number): void => void found.set(name, [...(found.get(name) ?? []), value]);
  for (let round = 0; round <= rounds; round++) {
    for (const [name, makeRequest] of Object.entries(loads)) {
      const load = { origin: hundi.product.baseUrl, clients, seconds, expectedStatus: 200, makeRequest };
      const { p50Ms, p99Ms } = acknowledgedOnly(name, await runLoad(load));
      if (round === 0) continue;
      keep(`${prefix}${name} p50 ms`, p50Ms);
      keep(`${prefix}${name} p99 ms`, p99Ms);
    }
  }
  return Object.fromEntries([...found].map(([name, values]) => [name, median(values)]));
}

/** Of payments that are in no memory: their state has to be read. */
async function measureRefunds(hundi: FilledHundi, ids: readonly string[]): Promise<SizeFigures> {
  const merchant = new Merchant(hundi.product.baseUrl, GET_CLIENTS);
  try {
    const times: number[] = [];
    await merchant.each(ids.slice(0, REFUNDS), 201, async (id) => {
      const answer = await merchant.post('/v1/refunds', hundi.apiKey, { payment_id: id, amount: 100 });
      times.push(answer.tookMs);
      return answer;
    });
    return { 'refund of an old one p50 ms': percentileOf(times, 0.5), 'refund of an old one p99 ms': percentileOf(times, 0.99) };
  } finally {
    await merchant.close();
  }
}
