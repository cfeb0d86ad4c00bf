export { WebhooksConfig } from './config';
export { migrateWebhooks, rebuildWebhooksView, startWebhooks } from './start';
