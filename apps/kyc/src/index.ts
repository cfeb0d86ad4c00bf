export { KycConfig } from './config';
export { migrateKyc, startKyc } from './start';
