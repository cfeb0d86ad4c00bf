import { createRequire } from 'node:module';
import type { Clock, Random } from '#contracts';
import type { ConnectionGrants } from './clients/connection-grants';
import type { OAuthClients } from './clients/oauth-clients.table';
import type { OAuthObjects } from './objects/oauth-objects.table';
import type { OAuthKeys } from './signing-keys';

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
  /** Whether somebody who was shown the error page has done something about it. */
  onFault: (error: Error) => void;
}

/** The library, loaded when it is first needed: it takes a third of a second of CPU. */
type Library = typeof import('oidc-provider');
const load = createRequire(__filename);
export const oauthLibrary = (): Library => load('oidc-provider') as Library;
