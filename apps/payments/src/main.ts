import { createKafkaBus } from '#messaging';
import { runApp } from '#service';
import { readPaymentsConfig } from './config';
import { migratePayments, startPayments } from './start';

void runApp({
  service: 'payments',
  readConfig: readPaymentsConfig,
  migrate: migratePayments,
  createBus: (config, parts) =>
    createKafkaBus({ brokers: config.kafkaBrokers ?? [], producer: config.kafkaProducer, clientId: 'payments', ...parts }),
  start: startPayments,
});
