import { createKafkaBus } from '#messaging';
import { kafkaOptionsOf, runApp } from '#service';
import { readWebhooksConfig } from './config';
import { WEBHOOKS_SCHEMAS, migrateWebhooks, startWebhooks } from './start';

void runApp({
  service: 'webhooks',
  readConfig: readWebhooksConfig,
  schemas: WEBHOOKS_SCHEMAS,
  migrate: ({ databaseUrl, webhooksDatabaseUrl }) => migrateWebhooks(databaseUrl, [webhooksDatabaseUrl]),
  createBus: (config, parts) => createKafkaBus({ ...kafkaOptionsOf(config), clientId: 'webhooks', ...parts }),
  start: startWebhooks,
});
