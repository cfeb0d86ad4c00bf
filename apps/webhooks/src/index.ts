export { WebhooksConfig } from './config';
export { createWebhookSender, readSigningKey, signatureHeader } from './webhook-sender';
export { WEBHOOKS_SCHEMAS, migrateWebhooks, openWebhooksStore, rebuildWebhooksView, startWebhooks } from './start';
export { findEndpointOwner } from './endpoint/owner.table';
