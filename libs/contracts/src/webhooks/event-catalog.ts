import { RESOURCES, type ResourceKind } from '../resources';

export type EventTypeName = (typeof RESOURCES)[ResourceKind]['events'][number];

/** Every public event type that Hundi emits today, in the order in which GET /v1/event_types shows them. */
export const EVENT_TYPES: readonly EventTypeName[] = Object.values(RESOURCES).flatMap(({ events }): readonly EventTypeName[] => events);

/**
 * The noisy ones: `*` leaves them out, they are sent to an endpoint that names them or their prefix. Every try of a payment at a
 * processor is one, and the payment's own events tell what came of it. What an account does to its own endpoints is another; that
 * one of them fails, is disabled or has recovered is an event for every endpoint. How far a test clock came is read from the clock.
 */
export const EXPLICIT_ONLY_EVENT_TYPES: ReadonlySet<string> = new Set([
  'attempt.started',
  'attempt.failed',
  'attempt.succeeded',
  'test_clock.advancing',
  'test_clock.ready',
  'test_clock.failed',
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
