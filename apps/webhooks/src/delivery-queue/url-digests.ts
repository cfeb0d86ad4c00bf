import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { ResultRow } from './result-row';

const LOCK = {
  name: 'webhooks-lock-url-digests',
  text: `SELECT endpoint_id, url_digest FROM webhooks.endpoint_queues WHERE endpoint_id = ANY ($1) ORDER BY endpoint_id FOR UPDATE`,
};

/** By which a queue knows the URL of its endpoint: `md5` of Postgres. */
export function urlDigest(url: string): string {
  return createHash('md5').update(url).digest('hex');
}

/** Whether a result depends on the URL that the endpoint has when it is written. */
export function dependsOnUrl(result: ResultRow): boolean {
  return result.if_url_changed !== undefined;
}

/**
 * The results as they are at the URLs that the endpoints have now and keep to the end of the transaction. A queue that has yet to follow
 * its endpoint for the first time knows no URL: it had no other.
 *
 * @param endpointIds in order.
 */
export async function resultsAtUrls(
  client: ClientBase,
  results: readonly ResultRow[],
  endpointIds: readonly string[],
): Promise<readonly ResultRow[]> {
  const { rows } = await client.query<{ endpoint_id: string; url_digest: string | null }>({ ...LOCK, values: [endpointIds] });
  const digests = new Map(rows.map((row) => [row.endpoint_id, row.url_digest]));
  return results.map((result) => {
    const { if_url_changed: changed, endpoint_id } = result;
    const digest = digests.get(endpoint_id) ?? null;
    return changed === undefined || digest === null || digest === changed.url_digest ? result : changed.result;
  });
}
