import { createRequire } from 'node:module';
import type { IncomingMessage } from 'node:http';
import type { Clock, Random } from '#contracts';
import type { ConnectionGrants } from './clients/connection-grants';
import type { OAuthClients } from './clients/oauth-clients.table';
import type { OAuthObjects } from './objects/oauth-objects.table';
import type { OAuthKeys } from './signing-keys';

/** A request, as the edge saw it. */
export interface RequestOrigin {
  address: string;
  requestId: string;
}

/** A token that an app is about to get for the account that owns it. */
export interface IssuedToken {
  appId: string;
  appName: string | null;
  accountId: string;
  livemode: boolean;
  scopes: readonly string[];
  /** Null where the edge did not see the request. */
  origin: RequestOrigin | null;
}

/** What the provider is made of. */
export interface OAuthParts {
  objects: OAuthObjects;
  clients: OAuthClients;
  grants: ConnectionGrants;
  keys: OAuthKeys;
  clock: Clock;
  random: Random;
  /** Our public address, which is also the resource that tokens are for. Known once the server listens. */
  issuer: () => string;
  /** Where a request came from, as the edge saw it. */
  origins: WeakMap<IncomingMessage, RequestOrigin>;
  /** Writes into the audit log of its account that an app got a token by client credentials. */
  auditToken: (token: IssuedToken) => Promise<void>;
  /** Whether somebody who was shown the error page has done something about it. */
  onFault: (error: Error) => void;
}

/** The library, loaded when it is first needed: it takes a third of a second of CPU. */
type Library = typeof import('oidc-provider');
const load = createRequire(__filename);
export const oauthLibrary = (): Library => load('oidc-provider') as Library;
