export { KycConfig } from './config';
export { migrateKyc, rebuildKycView, startKyc } from './start';
