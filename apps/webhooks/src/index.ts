export { WebhooksConfig } from './config';
export { createCourier, readSigningKey, signatureHeader } from './courier';
export { migrateWebhooks, openWebhooksStore, rebuildWebhooksView, startWebhooks } from './start';
export { findEndpointOwner } from './views/endpoint-owner';
