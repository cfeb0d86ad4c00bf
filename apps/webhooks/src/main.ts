import { createKafkaBus } from '#messaging';
import { runApp } from '#service';
import { readWebhooksConfig } from './config';
import { migrateWebhooks, startWebhooks } from './start';

void runApp({
  service: 'webhooks',
  readConfig: readWebhooksConfig,
  migrate: migrateWebhooks,
  createBus: (config, parts) =>
    createKafkaBus({ brokers: config.kafkaBrokers ?? [], producer: config.kafkaProducer, clientId: 'webhooks', ...parts }),
  start: startWebhooks,
});
