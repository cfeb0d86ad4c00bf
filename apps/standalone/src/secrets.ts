import type { Secrets } from './hundi-folder';
import type { Place } from './place';

/** Secrets from the environment win over those of the folder. */
export function secretsOf({ config, folder }: Place): Secrets {
  const kept = folder.secrets();
  return {
    apiKeyPepper: config.apiKeyPepper ?? kept.apiKeyPepper,
    internalToken: config.internalToken ?? kept.internalToken,
    personalDataKeys: config.personalDataKeys ?? kept.personalDataKeys,
    personalDataIndexKey: config.personalDataIndexKey ?? kept.personalDataIndexKey,
    databasePasswords: kept.databasePasswords,
  };
}

/** The secrets as the services read them. */
export function secretEnvironment(secrets: Secrets): Record<string, string> {
  return {
    INTERNAL_TOKEN: secrets.internalToken,
    API_KEY_PEPPER: secrets.apiKeyPepper,
    PERSONAL_DATA_KEYS: secrets.personalDataKeys,
    PERSONAL_DATA_INDEX_KEY: secrets.personalDataIndexKey,
  };
}
