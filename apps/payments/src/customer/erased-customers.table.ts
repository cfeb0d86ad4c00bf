import type { ErasedCustomer, ErasedCustomersQuery } from '#contracts';
import type { EventStore } from '#event-store';

/** Customers of one answer, at most; the next question begins after the last. */
const PAGE_MAX = 500;

/** The key of the table brings the customers of a shard together. */
const ERASED = {
  name: 'payments-erased-customers',
  text: `SELECT s.stream_id, s.account_id, s.livemode FROM payments.streams s
    WHERE s.shard = $1 AND s.stream_id > $2 AND s.stream_id < 'cust~' AND s.stream_type = 'customer' AND s.status = 'deleted'
    ORDER BY s.stream_id LIMIT ${PAGE_MAX}`,
};

export async function findErasedCustomers(
  { acrossAccounts }: Pick<EventStore, 'acrossAccounts'>,
  { shard, after }: ErasedCustomersQuery,
): Promise<ErasedCustomer[]> {
  const rows = await acrossAccounts<{ stream_id: string; account_id: string; livemode: boolean }>(ERASED, [shard, after ?? 'cust_']);
  return rows.map(({ stream_id: customerId, account_id: accountId, livemode }) => ({ customerId, accountId, livemode }));
}
