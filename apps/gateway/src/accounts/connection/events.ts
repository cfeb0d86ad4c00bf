import type { ConnectionEnder, ConnectionTerms, DomainEvent } from '#contracts';

/** The facts of what an account lets an app do. */
export type ConnectionEvent =
  | DomainEvent<'connection.created', ConnectionTerms & { atMs: number }>
  /** Consented to anew. */
  | DomainEvent<'connection.updated', { scopes: readonly string[]; grantedBy: string; atMs: number }>
  | DomainEvent<'connection.revoked', { by: ConnectionEnder; atMs: number }>
  /** Internal: the log of the platform has its public events up to this sequence. */
  | DomainEvent<'connection.shown', { sequence: number }>;
