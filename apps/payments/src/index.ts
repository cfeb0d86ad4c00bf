export { PaymentsConfig } from './config';
export { findMoneyOwner, findUnsettled, UNSETTLED_MAX } from './views/unsettled';
export type { Unsettled } from './views/unsettled';
export { migratePayments, openPaymentsStore, rebuildPaymentsView, startPayments } from './start';
