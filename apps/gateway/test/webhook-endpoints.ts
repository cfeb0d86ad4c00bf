import { eventually } from '#testing';
import type { Merchant } from './merchant';

const PATH = '/v1/webhook_endpoints';

/** A URL that no other test uses. Nothing listens there. */
export function newUrl(): string {
  return `https://shop-${crypto.randomUUID()}.example.com/hook`;
}

/** Leaves no endpoint behind: an account has few. */
export async function deleteEndpoints(merchant: Merchant, keys: readonly string[]): Promise<void> {
  for (const key of keys) await deleteAllOf(merchant.with(key));
}

/** The list may be a moment behind: what a deletion shows is waited for, until nothing is left. Asked again when it is too far behind. */
async function deleteAllOf(owner: Merchant): Promise<void> {
  let query = 'limit=100';
  for (;;) {
    const data = await eventually(async () => {
      const { status, json } = await owner.get(`${PATH}?${query}`);
      expect([status, json.error]).toEqual([200, undefined]);
      return json.data as { id: string }[];
    });
    if (data.length === 0) return;
    for (const { id } of data) {
      const { headers } = await owner.delete(`${PATH}/${id}`);
      if (headers['event-position'] !== undefined) query = `limit=100&min_position=${headers['event-position']}`;
    }
  }
}
