import { CUSTOMER_EVENT_TYPES } from '../customers/events';
import { KYC_EVENT_TYPES } from '../kyc/events';
import { PAYMENT_METHOD_EVENT_TYPES } from '../payment-methods/events';
import { PAYMENT_EVENT_TYPES } from '../payments/events';
import { REFUND_EVENT_TYPES } from '../refunds/events';
import { WEBHOOK_ENDPOINT_EVENT_TYPES } from './events';

/** Sent to one endpoint when somebody asks for it, and kept nowhere (docs/reference/webhooks.md). */
export const PING_EVENT_TYPE = 'webhook_endpoint.ping';

/** Every public event type that Hundi emits today, in the order in which GET /v1/event_types shows them. */
export const EVENT_TYPES = [
  ...PAYMENT_EVENT_TYPES,
  ...REFUND_EVENT_TYPES,
  ...CUSTOMER_EVENT_TYPES,
  ...PAYMENT_METHOD_EVENT_TYPES,
  ...KYC_EVENT_TYPES,
  ...WEBHOOK_ENDPOINT_EVENT_TYPES,
  PING_EVENT_TYPE,
] as const;
export type EventTypeName = (typeof EVENT_TYPES)[number];

/**
 * The noisy ones: `*` leaves them out, they are sent to an endpoint that names them or their prefix. Every try of a payment at a
 * processor is one, and the payment's own events tell what came of it. What an account does to its own endpoints is another; that
 * one of them fails, is disabled or has recovered is news, which every endpoint hears.
 */
export const EXPLICIT_ONLY_EVENT_TYPES: ReadonlySet<string> = new Set([
  'attempt.started',
  'attempt.failed',
  'attempt.succeeded',
  'webhook_endpoint.created',
  'webhook_endpoint.updated',
  'webhook_endpoint.secret_rotated',
  'webhook_endpoint.deleted',
]);

/**
 * Names that an endpoint may ask for although nothing emits them yet: they are reserved for changes in the status of a
 * transaction. An endpoint that asks for them now gets the first one too.
 */
export const ANNOUNCED_EVENT_TYPES = ['transaction.created', 'transaction.status_changed'] as const;
