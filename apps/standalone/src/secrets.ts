import type { Secrets } from './data-directory';
import type { Place } from './data-location';

/** Secrets from the environment win over those of the folder. */
export function secretsOf({ config, folder }: Place): Secrets {
  // Read when one is asked for that was not given: where all are given, no folder is needed.
  let read: Secrets | undefined;
  const kept = (): Secrets => {
    if (read === undefined) folder.prepare();
    return (read ??= folder.secrets());
  };
  return {
    get apiKeyPepper() {
      return config.apiKeyPepper ?? kept().apiKeyPepper;
    },
    get internalToken() {
      return config.internalToken ?? kept().internalToken;
    },
    get personalDataKeys() {
      return config.personalDataKeys ?? kept().personalDataKeys;
    },
    get personalDataIndexKey() {
      return config.personalDataIndexKey ?? kept().personalDataIndexKey;
    },
    get cookieKeys() {
      return config.cookieKeys ?? kept().cookieKeys;
    },
    get oauthSigningKeys() {
      return config.oauthSigningKeys ?? kept().oauthSigningKeys;
    },
    get databasePasswords() {
      return kept().databasePasswords;
    },
  };
}

/** The secrets as the services read them. */
export function secretEnvironment(secrets: Secrets): Record<string, string> {
  return {
    INTERNAL_TOKEN: secrets.internalToken,
    API_KEY_PEPPER: secrets.apiKeyPepper,
    PERSONAL_DATA_KEYS: secrets.personalDataKeys,
    PERSONAL_DATA_INDEX_KEY: secrets.personalDataIndexKey,
    COOKIE_KEYS: secrets.cookieKeys,
    OAUTH_SIGNING_KEYS: secrets.oauthSigningKeys,
  };
}
