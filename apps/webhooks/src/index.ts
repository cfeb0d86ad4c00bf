export { WebhooksConfig } from './config';
export { migrateWebhooks, startWebhooks } from './start';
