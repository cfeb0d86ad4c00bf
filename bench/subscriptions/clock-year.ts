import { loadavg } from 'node:os';
import { median, printFigure } from '../load/figures';
import { startProduct, type Product } from '../product';
import { until } from '../load/until';
import { classify, insist } from '../webhooks/verdict';

/** 2026-02-01, 12:00 in India. */
const BEGAN = 1_769_927_400;
const WITHIN_MS = 300_000;

/** A year of a monthly subscription on a test clock, from the call to the end of the advance; the median of the rounds. */
export async function measureClockYear(rounds: number): Promise<void> {
  const product = await startProduct('embedded');
  try {
    const seconds: number[] = [];
    for (let round = 0; round < rounds; round++) {
      seconds.push(await liveAYear(product));
      printFigure({ bench: 'clock-year', round: round + 1, seconds: seconds.at(-1), load: loadavg()[0] });
    }
    classify('clock-year', 'a year of a monthly subscription, s', median(seconds), { atMost: 10 });
  } finally {
    await product.stop();
  }
}

async function liveAYear(product: Product): Promise<number> {
  const ask = askerOf(product);
  const clock = await ask('POST', '/v1/test_helpers/clocks', { now_at: BEGAN });
  const customer = await ask('POST', '/v1/customers', { name: 'Asha Verma', test_clock_id: clock.id });
  const { id } = await ask('POST', '/v1/subscriptions', { customer_id: customer.id, amount: 49_900, interval: 'month' });
  const startedAt = performance.now();
  await ask('POST', `/v1/test_helpers/clocks/${clock.id}/advance`, { by: 'P1Y' });
  const isReady = async (): Promise<boolean> => (await ask('GET', `/v1/test_helpers/clocks/${clock.id}`)).status === 'ready';
  await until(isReady, { everyMs: 50, withinMs: WITHIN_MS, what: 'the end of the advance' });
  const tookMs = performance.now() - startedAt;
  const { paid_count: paid } = await ask('GET', `/v1/subscriptions/${id}`);
  insist(paid === 13, `${String(paid)} periods are paid instead of 13`);
  return tookMs / 1_000;
}

type Answer = Record<string, unknown> & { id: string; status: string };

function askerOf({ baseUrl, apiKey }: Product): (method: string, path: string, body?: object) => Promise<Answer> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  return async (method, path, body) => {
    const response = await fetch(baseUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Answer;
  };
}
