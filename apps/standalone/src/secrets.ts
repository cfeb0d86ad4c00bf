import type { StandaloneConfig } from './config';
import type { DataFolder, Secrets } from './data-folder';

/** Secrets from the environment win over those of the folder. */
export function secretsOf(config: StandaloneConfig, folder: DataFolder): Secrets {
  const kept = folder.secrets();
  return { apiKeyPepper: config.apiKeyPepper ?? kept.apiKeyPepper, internalToken: config.internalToken ?? kept.internalToken };
}
