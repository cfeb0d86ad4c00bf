import { ALL_SHARDS, appendQuery, type ErasedCustomer, type ErasedCustomersQuery } from '#contracts';
import { firstTokenOf } from '#service';

const DEADLINE_MS = 10_000;

/** Where payments answers, and what opens it. */
export interface PaymentsPlace {
  url: () => string | undefined;
  token: string;
}

/**
 * All customers that are erased at payments, page by page: an erasure that was missed, whatever the reason, is found by
 * comparing, for a person waits for it.
 *
 * @throws Error when payments does not answer, or its address is not known.
 */
export async function* erasedCustomers({ url, token }: PaymentsPlace): AsyncGenerator<readonly ErasedCustomer[]> {
  for (const shard of ALL_SHARDS) {
    for (let after: string | null = null; ;) {
      const base = url();
      if (base === undefined) throw new Error('where payments answers is not known');
      const query: ErasedCustomersQuery = { shard, after };
      const answer = await fetch(appendQuery(`${base}/internal/erased-customers`, query), {
        headers: { 'x-internal-token': firstTokenOf(token) },
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      if (!answer.ok) throw new Error(`payments answers ${answer.status}`);
      const { customers } = (await answer.json()) as { customers: readonly ErasedCustomer[] };
      const last = customers.at(-1);
      if (last === undefined) break;
      yield customers;
      after = last.customerId;
    }
  }
}
