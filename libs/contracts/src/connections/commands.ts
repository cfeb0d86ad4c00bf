import type { Command } from '../command';

/** Who ended a connection. `reuse`: a refresh token was used twice, or was reported as leaked. */
export const CONNECTION_ENDERS = ['account', 'platform', 'app', 'operator', 'reuse', 'consenter'] as const;
export type ConnectionEnder = (typeof CONNECTION_ENDERS)[number];

/** What an account lets an app do. */
export interface ConnectionTerms {
  /** `app_…`. */
  appId: string;
  /** The account that owns the app. */
  platformAccountId: string;
  scopes: readonly string[];
  /** `usr_…`: who consented. */
  grantedBy: string;
}

/** Command type → payload: everything that can be asked of a connection (docs/reference/state-machines.md, Connection). */
export interface ConnectionCommandPayloads {
  'connections.create': ConnectionTerms;
  /** Consented to anew. */
  'connections.update': { scopes: readonly string[]; grantedBy: string };
  'connections.revoke': { by: ConnectionEnder };
  /** The log of the platform has its public events up to this sequence. */
  'connections.record_shown': { sequence: number };
}

export type ConnectionCommandType = keyof ConnectionCommandPayloads;

export const CONNECTION_COMMAND_TYPES = [
  'connections.create',
  'connections.update',
  'connections.revoke',
  'connections.record_shown',
] as const satisfies readonly ConnectionCommandType[];

export type ConnectionCommand = {
  [TType in ConnectionCommandType]: Command<TType, ConnectionCommandPayloads[TType]>;
}[ConnectionCommandType];
