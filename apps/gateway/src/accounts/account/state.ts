import type { AccountProfile, AccountStatus, Role, SharedRules } from '#contracts';

/** A key that has not ended. */
export interface HeldKey {
  livemode: boolean;
  /** The key that made it. */
  makerKeyId?: string;
  /** The key that it takes the place of: while both work they count as one. */
  takesPlaceOf?: string;
}

/** A person who belongs to the account. */
export interface Member {
  role: Role;
  joinedAtMs: number;
  /** Who asked; absent of the first. */
  invitedBy?: string;
}

/** Somebody who was asked to join, and did not answer yet. */
export interface Invitation {
  role: Role;
  invitedBy: string | null;
  expiresAtMs: number;
}

/** What is true of an account whatever its status is. */
export interface KnownAccount extends AccountProfile {
  liveEnabled: boolean;
  liveEnabledAtMs?: number;
  /** When an owner last asked for live mode. */
  liveRequestedAtMs?: number;
  madeAtMs: number;
  /** By id. */
  keys: Readonly<Record<string, HeldKey>>;
  /** By user; absent while there is none. */
  members?: Readonly<Record<string, Member>>;
  /** By id; absent while there is none. */
  invitations?: Readonly<Record<string, Invitation>>;
  /** Of a closed one: whether its keys and connections have ended, and its apps are disabled. */
  isCleared?: true;
  /** The rules that the payments service has; absent for none. */
  shared?: SharedRules;
}

/** The authenticator reads `status` and `liveEnabled` in the column `state`: a field that changes its meaning is a new `stateSchema`. */
export type AccountState = { status: 'none' } | ({ status: AccountStatus } & KnownAccount);

export const INITIAL_ACCOUNT: AccountState = { status: 'none' };
