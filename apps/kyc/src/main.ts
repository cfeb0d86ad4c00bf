import { createKafkaBus } from '#messaging';
import { kafkaOptionsOf, runApp } from '#service';
import { readKycConfig } from './config';
import { KYC_SCHEMAS, migrateKyc, startKyc } from './start';

void runApp({
  service: 'kyc',
  readConfig: readKycConfig,
  schemas: KYC_SCHEMAS,
  migrate: ({ databaseUrl, kycDatabaseUrl }) => migrateKyc(databaseUrl, [kycDatabaseUrl]),
  createBus: (config, parts) => createKafkaBus({ ...kafkaOptionsOf(config), clientId: 'kyc', ...parts }),
  start: startKyc,
});
