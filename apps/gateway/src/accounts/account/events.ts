import type { AccountChange, AccountProfile, DomainEvent, Role, SharedRules } from '#contracts';
import type { HeldKey } from './state';

/** The facts of an account's life. What an operator says of one is kept, and shown in the audit log alone. */
export type AccountEvent =
  | DomainEvent<'account.created', AccountProfile & { liveEnabled: boolean; atMs: number }>
  | DomainEvent<'account.updated', AccountChange>
  | DomainEvent<'account.live_enabled', { atMs: number; note: string }>
  | DomainEvent<'account.live_disabled', { note: string }>
  | DomainEvent<'account.suspended', { note: string }>
  | DomainEvent<'account.resumed', { note: string }>
  | DomainEvent<'account.live_requested', { legalName: string; website: string; atMs: number }>
  | DomainEvent<'account.closed', { by: string; atMs: number }>
  /** Internal: nothing of it works any more. */
  | DomainEvent<'account.cleared', Record<string, never>>
  /** Internal: the payments service has them. */
  | DomainEvent<'account.rules_shared', SharedRules>
  | DomainEvent<'account.member_invited', { invitationId: string; role: Role; invitedBy: string | null; expiresAtMs: number }>
  /** Internal. */
  | DomainEvent<'account.invitation_revoked', { invitationId: string }>
  /** By an invitation, or as the first. */
  | DomainEvent<'account.member_joined', { userId: string; role: Role; atMs: number; invitationId?: string; invitedBy?: string }>
  | DomainEvent<'account.member_updated', { userId: string; role: Role }>
  | DomainEvent<'account.member_removed', { userId: string; role: Role }>
  /** Internal. Keys that were made by the one whose place it takes are its own from now on. */
  | DomainEvent<'account.key_held', HeldKey & { keyId: string }>
  /** Internal. */
  | DomainEvent<'account.keys_released', { keyIds: readonly string[] }>;
