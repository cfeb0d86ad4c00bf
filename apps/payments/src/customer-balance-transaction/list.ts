import { defineList } from '#listing';
import type { BalanceTransactionState } from './state';

/** Lists of changes of the balance of one customer (docs/how-to/list-and-page.md). */
export const balanceTransactionsList = defineList<BalanceTransactionState>({
  name: 'balance_transactions_list',
  version: 1,
  streamType: 'customer_balance_transaction',
  usualStatuses: ['recorded'],
  keyFilters: ['customer_id'],
  rowOf: ({ state }) => {
    if (state.status === 'none') return null;
    const { status, amount, currency, customerId } = state;
    return { status, amount, currency, filters: { customer_id: customerId } };
  },
});
