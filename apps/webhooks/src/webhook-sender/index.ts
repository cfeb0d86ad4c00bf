export type { AttemptRequest, AttemptResult, WebhookSender, SigningKey } from './attempt';
export { createWebhookSender, USER_AGENT, type WebhookSenderOptions } from './webhook-sender';
export { DeadlineWheel, type Deadline } from './deadlines';
export { createNameResolver, type NameResolver } from './resolver';
export { UnusableSecretError, readSigningKey, signatureHeader } from './signing';
