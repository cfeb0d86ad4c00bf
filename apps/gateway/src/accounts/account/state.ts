import type { AccountProfile } from '#contracts';

/** A key that has not ended. */
export interface HeldKey {
  livemode: boolean;
  /** The key that made it. */
  makerKeyId?: string;
  /** The key that it takes the place of: while both work they count as one. */
  takesPlaceOf?: string;
}

/** What is true of an account whatever its status is. */
export interface KnownAccount extends AccountProfile {
  liveEnabled: boolean;
  liveEnabledAtMs?: number;
  /** When it was made; of an imported one, before its first event. */
  madeAtMs: number;
  /** By id. */
  keys: Readonly<Record<string, HeldKey>>;
}

/** The authenticator reads `status` and `liveEnabled` in the column `state`: a field that changes its meaning is a new `stateSchema`. */
export type AccountState = { status: 'none' } | ({ status: 'active' | 'suspended' } & KnownAccount);

export const INITIAL_ACCOUNT: AccountState = { status: 'none' };
