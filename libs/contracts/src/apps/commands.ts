import type { Actor, Command } from '../command';
import type { SealedText } from '../encrypted';
import type { OperatorWord } from '../webhooks/commands';

/** `confidential`: runs on a server and keeps a secret or a key. `public`: runs at its users, and keeps none (RFC 6749, 2.1). */
export const CLIENT_TYPES = ['confidential', 'public'] as const;
export type ClientType = (typeof CLIENT_TYPES)[number];

/** How an app gets tokens (RFC 6749). */
export const GRANT_TYPES = ['authorization_code', 'refresh_token', 'client_credentials'] as const;
export type GrantType = (typeof GRANT_TYPES)[number];

/** How an app proves at the token endpoint that it is itself (RFC 7591, 2). */
export const CLIENT_AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const;
export type ClientAuthMethod = (typeof CLIENT_AUTH_METHODS)[number];

/** Addresses that an app may be sent back to, at most. */
export const REDIRECT_URIS_MAX = 10;
/** Public keys of an app, at most. */
export const APP_KEYS_MAX = 5;

/** A public key of an app (RFC 7517): P-256 or Ed25519. */
export interface AppJwk {
  kty: 'EC' | 'OKP';
  crv: 'P-256' | 'Ed25519';
  x: string;
  y?: string;
  kid?: string;
  alg?: string;
  use?: 'sig';
}

export interface AppJwkSet {
  keys: readonly AppJwk[];
}

/** What an app is, beside its secret. Absent means empty. */
export interface AppTerms {
  /** 1 to 100 characters. */
  name: string;
  description?: string;
  homepageUrl?: string;
  privacyUrl?: string;
  clientType: ClientType;
  /** 1 to 10, compared character by character. */
  redirectUris: readonly string[];
  /** The most that it may ask for. */
  allowedScopes: readonly string[];
  grantTypes: readonly GrantType[];
  authMethod: ClientAuthMethod;
  /** For `private_key_jwt`. Only what is given here: no key is fetched. */
  jwks?: AppJwkSet;
  /** Whether its tokens are always bound to a key (RFC 9449). */
  dpopRequired: boolean;
}

/** A client secret that is being made: what is shown of it, and its text, sealed under the key of the app, for the answer alone. */
export interface MadeClientSecret {
  hint: string;
  sealedSecret: SealedText;
}

/** The key or the person whose rights an app has that acts for its own account (`client_credentials`). */
export type AppGranter = Pick<Actor, 'kind' | 'id'>;

/** What can change of an app: absent keeps, null empties. */
export interface AppChange {
  name?: string;
  description?: string | null;
  homepageUrl?: string | null;
  privacyUrl?: string | null;
  clientType?: ClientType;
  redirectUris?: readonly string[];
  allowedScopes?: readonly string[];
  grantTypes?: readonly GrantType[];
  authMethod?: ClientAuthMethod;
  jwks?: AppJwkSet | null;
  dpopRequired?: boolean;
  status?: 'active' | 'disabled';
}

/** Command type → payload: everything that can be asked of an app (docs/reference/state-machines.md, App). */
export interface AppCommandPayloads {
  /** `secret`: for an app that proves itself by one. */
  'apps.create': AppTerms & { secret?: MadeClientSecret };
  'apps.update': AppChange;
  /** `overlapSeconds`: how long the secret of before goes on working, 0 to `ROLL_OVERLAP_MAX_S`. */
  'apps.roll_secret': { secret: MadeClientSecret; overlapSeconds: number };
  'apps.verify': { isVerified: boolean; operator: OperatorWord };
  'apps.delete': Record<string, never>;
  /** Its connections have ended, and the stored answers that showed its secret cannot be read any more. */
  'apps.record_cleared': Record<string, never>;
}

export type AppCommandType = keyof AppCommandPayloads;

export const APP_COMMAND_TYPES = [
  'apps.create',
  'apps.update',
  'apps.roll_secret',
  'apps.verify',
  'apps.delete',
  'apps.record_cleared',
] as const satisfies readonly AppCommandType[];

export type AppCommand = { [TType in AppCommandType]: Command<TType, AppCommandPayloads[TType]> }[AppCommandType];
