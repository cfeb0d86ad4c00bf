import { createKafkaBus } from '#messaging';
import { runApp } from '#service';
import { readKycConfig } from './config';
import { migrateKyc, startKyc } from './start';

void runApp({
  service: 'kyc',
  readConfig: readKycConfig,
  migrate: migrateKyc,
  createBus: (config, parts) =>
    createKafkaBus({ brokers: config.kafkaBrokers ?? [], producer: config.kafkaProducer, clientId: 'kyc', ...parts }),
  start: startKyc,
});
