export type { AttemptRequest, AttemptResult, WebhookSender, SigningKey } from './attempt';
export { createWebhookSender, USER_AGENT, type WebhookSenderOptions } from './webhook-sender';
export { readSigningKey, signatureHeader } from './signing';
