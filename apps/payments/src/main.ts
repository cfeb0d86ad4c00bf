import { createKafkaBus } from '#messaging';
import { kafkaOptionsOf, runApp } from '#service';
import { readPaymentsConfig } from './config';
import { PAYMENTS_SCHEMAS, migratePayments, startPayments } from './start';

void runApp({
  service: 'payments',
  readConfig: readPaymentsConfig,
  schemas: PAYMENTS_SCHEMAS,
  migrate: ({ databaseUrl, paymentsDatabaseUrl }) => migratePayments(databaseUrl, [paymentsDatabaseUrl]),
  createBus: (config, parts) => createKafkaBus({ ...kafkaOptionsOf(config), clientId: 'payments', ...parts }),
  start: startPayments,
});
