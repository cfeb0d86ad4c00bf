export type { AttemptRequest, AttemptResult, Courier, SigningKey } from './attempt';
export { createCourier, USER_AGENT, type CourierOptions } from './webhook-sender';
export { DeadlineWheel, type Deadline } from './deadlines';
export { createNameResolver, type NameResolver } from './resolver';
export { UnusableSecretError, readSigningKey, signatureHeader } from './signing';
