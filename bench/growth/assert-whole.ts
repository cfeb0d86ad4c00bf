import { runLoad } from '../load/client';
import { acknowledgedOnly } from '../create-throughput';
import { until } from '../load/until';
import { numberedPayment, type FilledHundi } from './stage';

/** As many as the largest page holds. */
const NEWEST = 100;
/** How soon the feed shows an event. */
const SHOWN = { everyMs: 50, withinMs: 10_000, what: 'the feed shows the payments that were just made' };

const COUNTS = `
SELECT (SELECT count(*)::int FROM payments.streams WHERE stream_type = 'payment') AS streams,
  (SELECT count(*)::int FROM payments.payments_list) AS listed,
  (SELECT count(*)::int FROM payments.events WHERE type = 'payment.created') AS created,
  (SELECT count(*)::int FROM webhooks.feed_events WHERE type = 'payment.created') AS published`;

interface Shown {
  id: string;
  resource?: { id: string };
}

/**
 * Holds what Hundi shows against what it answered: a hundred payments more are found one by one, are the newest page of their
 * account and stand in its feed, and log, states, list and feed have the same number of payments.
 *
 * @throws Error when one is missing.
 */
export async function assertWhole(hundi: FilledHundi): Promise<void> {
  const ids: string[] = [];
  const load = { origin: hundi.product.baseUrl, clients: 8, seconds: 60, requestsMax: NEWEST, expectedStatus: 201 };
  const onAnswer = (text: string): void => void ids.push((JSON.parse(text) as Shown).id);
  acknowledgedOnly('newest', await runLoad({ ...load, onAnswer, makeRequest: (index) => numberedPayment(hundi.apiKey, index) }));
  await hundi.untilCaughtUp();
  for (const id of ids) if ((await ask<Shown>(hundi, `/v1/payments/${id}`)).id !== id) throw new Error(`${id} is not found`);
  assertSame('the newest page', ids, await idsOf(hundi, `/v1/payments?limit=${NEWEST}`));
  await until(async () => isSame(ids, await idsOf(hundi, `/v1/events?limit=${NEWEST}&type=payment.created`)), SHOWN);
  const { rows } = await hundi.database.query<Record<string, number>>(COUNTS);
  const counts = Object.values(rows[0] ?? {});
  if (new Set(counts).size !== 1) throw new Error(`payments are counted differently: ${JSON.stringify(rows[0])}`);
}

async function ask<TAnswer>({ product, apiKey }: FilledHundi, path: string): Promise<TAnswer> {
  const answer = await fetch(product.baseUrl + path, { headers: { authorization: `Bearer ${apiKey}` } });
  if (answer.status !== 200) throw new Error(`${path} is answered ${answer.status}`);
  return (await answer.json()) as TAnswer;
}

async function idsOf(hundi: FilledHundi, path: string): Promise<string[]> {
  const { data } = await ask<{ data: Shown[] }>(hundi, path);
  return data.map(({ id, resource }) => resource?.id ?? id);
}

function assertSame(what: string, wanted: readonly string[], found: readonly string[]): void {
  if (!isSame(wanted, found)) throw new Error(`${what} has not the ${wanted.length} payments that were made last`);
}

function isSame(wanted: readonly string[], found: readonly string[]): boolean {
  return wanted.length === found.length && new Set([...wanted, ...found]).size === wanted.length;
}
