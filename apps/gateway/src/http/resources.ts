import { shardOfAccount, shardOfId } from '#contracts';
import type { IdKind, ServiceName } from '#contracts';
import type { Caller } from '../auth/authenticator';
import { ApiError } from './api-error';
import { unrecognized } from './no-such-route';

/** Where the objects of one kind are: which service owns them, and under which path they are found outside and inside. */
export interface ResourcePlace {
  service: ServiceName;
  /** Public path of the collection. */
  path: string;
  /** Path of the collection on the internal HTTP of the service. */
  internalPath: string;
}

/** Every kind of object that has a path of its own. One row here, and its routes can send commands and ask queries. */
export const RESOURCES = {
  payment: { service: 'payments', path: '/v1/payments', internalPath: '/internal/payments' },
  refund: { service: 'payments', path: '/v1/refunds', internalPath: '/internal/refunds' },
  customer: { service: 'payments', path: '/v1/customers', internalPath: '/internal/customers' },
  paymentMethod: { service: 'payments', path: '/v1/payment_methods', internalPath: '/internal/payment_methods' },
  kycVerification: { service: 'kyc', path: '/v1/kyc/verifications', internalPath: '/internal/kyc_verifications' },
  webhookEndpoint: { service: 'webhooks', path: '/v1/webhook_endpoints', internalPath: '/internal/webhook_endpoints' },
  event: { service: 'webhooks', path: '/v1/events', internalPath: '/internal/events' },
  webhookDelivery: { service: 'webhooks', path: '/v1/webhook_deliveries', internalPath: '/internal/webhook_deliveries' },
  webhookReplay: { service: 'webhooks', path: '/v1/webhook_replays', internalPath: '/internal/webhook_replays' },
} as const satisfies Partial<Record<IdKind, ResourcePlace>>;

export type ResourceKind = keyof typeof RESOURCES;

/**
 * Whether an object of this id could be the caller's at all: all objects of an account are in its shard, and the shard is
 * part of the id.
 */
export function couldOwn(caller: Caller, kind: IdKind, id: string): boolean {
  const shard = shardOfId(kind, id);
  return shard !== undefined && shard === shardOfAccount(caller.accountId);
}

/** That objects of this kind are listed and not searched. */
export function noSearchOf(kind: ResourceKind, request: { method: string; url: string }): ApiError {
  const { path } = RESOURCES[kind];
  const hint = `GET ${path} takes filters. Payments are searched at GET /v1/payments/search.`;
  return new ApiError('route_unknown', { message: `${unrecognized(request)} There is no search at ${path}.`, hint });
}

/** The same answer for an id that is malformed, unknown or somebody else's. */
export function resourceMissing(param: string): ApiError {
  return new ApiError('resource_missing', { param });
}
