import type { StandaloneConfig } from './config';
import type { HundiFolder, Secrets } from './hundi-folder';

/** Secrets from the environment win over those of the folder. */
export function secretsOf(config: StandaloneConfig, folder: HundiFolder): Secrets {
  const kept = folder.secrets();
  return { apiKeyPepper: config.apiKeyPepper ?? kept.apiKeyPepper, internalToken: config.internalToken ?? kept.internalToken };
}
