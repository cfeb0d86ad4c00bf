import { homedir } from 'node:os';
import { join } from 'node:path';

/** What the environment says about where brokers are started on one machine. */
export interface EmbeddedConfig {
  /** Folder that keeps the downloaded Kafka artifacts over runs. */
  kafkaCacheDir: string;
  /** Address of the Docker engine when it is not the usual socket. */
  dockerHost?: string;
}

/** The only reader of the environment in this lib. */
export function readEmbeddedConfig(): EmbeddedConfig {
  const { KAFKA_CACHE_DIR, XDG_CACHE_HOME, DOCKER_HOST } = process.env;
  return {
    kafkaCacheDir: KAFKA_CACHE_DIR || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'hundi', 'kafka'),
    dockerHost: DOCKER_HOST || undefined,
  };
}
