import type { Outcome } from '../steady-load';
import { unique, type Evidence } from './evidence';

const ACCOUNTS = 4;

/** The order of each payment marks it: no account sees the mark of another, or one in the other mode (I10). */
export async function expectIsolated(evidence: Evidence): Promise<void> {
  const { paid, strangers, receiver } = evidence;
  const markOf = new Map(paid.map((outcome) => [outcome.key, outcome.apiKey]));
  const seen: string[] = [];
  const note = (who: string, text: string): void => {
    const foreign = unique(text.match(MARK) ?? []).filter((mark) => markOf.has(mark) && markOf.get(mark) !== who);
    seen.push(...foreign.map((mark) => `${who.slice(0, 12)} sees ${mark}`));
  };
  const insiders = unique(paid.map(({ apiKey }) => apiKey));
  for (const apiKey of [...insiders.slice(0, ACCOUNTS), ...strangers]) note(apiKey, await everythingShown(evidence, apiKey));
  for (const { path, body } of receiver?.delivered ?? []) note(insiders[Number(path.slice(1))] ?? path, body);
  expect(seen).toEqual([]);
}

const MARK = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Lists, search and events of this key, and the answers about a payment of another. */
async function everythingShown({ baseUrl, paid }: Evidence, apiKey: string): Promise<string> {
  const foreign: Outcome | undefined = paid.find((outcome) => outcome.apiKey !== apiKey);
  const paths = [
    '/v1/payments?limit=100',
    `/v1/payments?limit=100&metadata[order]=${foreign?.key}`,
    `/v1/payments/search?query=${foreign?.key}`,
    '/v1/refunds?limit=100',
    '/v1/events?limit=100',
    `/v1/payments/${foreign?.paymentId}`,
    `/v1/payments/${foreign?.paymentId}/events`,
  ];
  const texts: string[] = [];
  for (const path of paths) {
    const response = await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${apiKey}` } });
    texts.push(await response.text());
  }
  return texts.join('\n');
}
