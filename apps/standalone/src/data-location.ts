import { readStandaloneConfig, type StandaloneConfig } from './config';
import { HundiFolder } from './data-directory';

/** Which Hundi is meant: that of the environment, else that of the data folder. */
export interface Place {
  config: StandaloneConfig;
  folder: HundiFolder;
}

/** @throws ConfigError with all violations at once. */
export function readPlace(): Place {
  const config = readStandaloneConfig();
  return { config, folder: new HundiFolder(config.hundiDataDir) };
}
