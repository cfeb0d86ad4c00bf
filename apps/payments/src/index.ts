export { PaymentsConfig } from './config';
export { migratePayments, rebuildPaymentsView, startPayments } from './start';
