export { KycConfig } from './config';
export { orderHold, type HoldQuestion } from './erasure/order-hold';
export { migrateKyc, rebuildKycView, startKyc } from './start';
