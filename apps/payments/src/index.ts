export { PaymentsConfig } from './config';
export { findMoneyOwner, findUnsettled, UNSETTLED_MAX } from './payment/unsettled.table';
export type { Unsettled } from './payment/unsettled.table';
export { PAYMENTS_SCHEMAS, migratePayments, openPaymentsStore, rebuildPaymentsView, startPayments } from './start';
