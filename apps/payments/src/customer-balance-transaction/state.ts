import type { BalanceTransactionCommand } from '#contracts';

/** What is recorded of a change. */
export type RecordedTransaction = BalanceTransactionCommand['payload'];

/** It never changes. */
export type BalanceTransactionState = { status: 'none' } | ({ status: 'recorded' } & RecordedTransaction);
