import type { ApiKeyChange, ApiKeyRevokedReason, ApiKeyTerms, DomainEvent, ShownText } from '#contracts';
import type { Maker } from './state';

/** The facts of a key's life. None holds its secret or a digest of it: those are rows of `accounts.secrets`. */
export type ApiKeyEvent =
  | DomainEvent<'api_key.created', ApiKeyTerms & ShownText & { createdBy: Maker; atMs: number; rolledFrom?: string }>
  | DomainEvent<'api_key.updated', ApiKeyChange>
  /** Another key takes its place; it works until then. */
  | DomainEvent<'api_key.rolled', { rolledTo: string; endsAtMs: number }>
  /** It was reported as leaked; it goes on working. */
  | DomainEvent<'api_key.leak_reported', { atMs: number }>
  /** It ends in so many days, and is in use. */
  | DomainEvent<'api_key.expiring', { days: number }>
  /** Internal: it ends in so many days, and nobody uses it. */
  | DomainEvent<'api_key.expiring_unused', { days: number }>
  | DomainEvent<'api_key.expired', Record<string, never>>
  | DomainEvent<'api_key.revoked', { reason: ApiKeyRevokedReason; atMs: number }>
  /** Internal: the stored answers that showed its text cannot be read by anybody any more. */
  | DomainEvent<'api_key.text_destroyed', Record<string, never>>;
