import type { ConnectionEnder, ConnectionTerms } from '#contracts';

export interface KnownConnection extends ConnectionTerms {
  /** When somebody last consented, in milliseconds since the epoch. */
  grantedAtMs: number;
  madeAtMs: number;
  /** Up to which sequence its public events are in the log of the platform; absent: none is. */
  shownSequence?: number;
}

/** Whose token is good is read in the column `state`: a field that changes its meaning is a new `stateSchema`. */
export type ConnectionState =
  | { status: 'none' }
  | ({ status: 'active' } & KnownConnection)
  | ({ status: 'revoked'; revokedAtMs: number; revokedBy: ConnectionEnder } & KnownConnection);

export const INITIAL_CONNECTION: ConnectionState = { status: 'none' };
