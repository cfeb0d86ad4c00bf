import { ConfigError } from '#service';

/** The settings that say whether OAuth needs keys of its own. */
export interface OAuthSettings {
  oauthEnabled: boolean;
  publicUrl?: string;
  oauthSigningKeys?: string;
  cookieKeys?: string;
}

/** What the world may reach has keys of its own: those that follow from the pepper are for development. @throws ConfigError. */
export function requireOAuthKeys({ oauthEnabled, publicUrl, oauthSigningKeys, cookieKeys }: OAuthSettings): void {
  if (!oauthEnabled || publicUrl?.startsWith('https:') !== true) return;
  const missing = [...(oauthSigningKeys === undefined ? ['OAUTH_SIGNING_KEYS'] : []), ...(cookieKeys === undefined ? ['COOKIE_KEYS'] : [])];
  if (missing.length > 0) throw new ConfigError(missing.map((name) => `${name} is required with an https PUBLIC_URL`));
}
