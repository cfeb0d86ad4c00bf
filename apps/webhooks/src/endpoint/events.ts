import type { CreateEndpointPayload, DisabledReason, DomainEvent, EndpointSettings, FailingLevel, NewSigningKeys } from '#contracts';

/** The facts of an endpoint's life. Secrets and header values in them are sealed under the endpoint's own key. */
export type EndpointEvent =
  | DomainEvent<'webhook_endpoint.created', Omit<CreateEndpointPayload, 'startFrom'> & { atMs: number }>
  /** What changed, with what it is now. */
  | DomainEvent<'webhook_endpoint.updated', Partial<EndpointSettings>>
  | DomainEvent<'webhook_endpoint.enabled', { atMs: number; note?: string }>
  /** Disabled by the account, and notified like any other change. */
  | DomainEvent<'webhook_endpoint.disabled_by_account', { atMs: number }>
  /** It was disabled for the account. */
  | DomainEvent<'webhook_endpoint.disabled', { reason: Exclude<DisabledReason, 'merchant'>; atMs: number; note?: string }>
  | DomainEvent<'webhook_endpoint.failing', { level: FailingLevel; failingSinceMs: number }>
  | DomainEvent<'webhook_endpoint.recovered', Record<string, never>>
  /** Without a grace whatever older keys there are end at once too. */
  | DomainEvent<'webhook_endpoint.secret_rotated', NewSigningKeys & { atMs: number; graceMs: number }>
  | DomainEvent<'webhook_endpoint.deleted', { atMs: number }>
  /** Internal: nothing sealed for the endpoint can be read by anybody any more. */
  | DomainEvent<'webhook_endpoint.key_destroyed', Record<string, never>>;

export type EndpointEventName = EndpointEvent['type'];
