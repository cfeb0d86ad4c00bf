import { createKafkaBus } from '#messaging';
import { kafkaOptionsOf, runApp } from '#service';
import { readWebhooksConfig } from './config';
import { migrateWebhooks, startWebhooks } from './start';

void runApp({
  service: 'webhooks',
  readConfig: readWebhooksConfig,
  migrate: ({ databaseUrl, webhooksDatabaseUrl }) => migrateWebhooks(databaseUrl, [webhooksDatabaseUrl]),
  createBus: (config, parts) => createKafkaBus({ ...kafkaOptionsOf(config), clientId: 'webhooks', ...parts }),
  start: startWebhooks,
});
