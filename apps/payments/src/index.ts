export { PaymentsConfig } from './config';
export { migratePayments, startPayments } from './start';
