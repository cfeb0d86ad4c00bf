import { homedir } from 'node:os';
import { join } from 'node:path';

/** What the environment says about the servers of a laptop. */
export interface EmbeddedConfig {
  /** Brokers to use instead of starting one: `host:port[,host:port]`. */
  kafkaBrokers?: string;
  /** Folder that keeps the downloaded Kafka artifacts over runs. */
  kafkaCacheDir: string;
  /** Address of the Docker engine when it is not the usual socket. */
  dockerHost?: string;
}

/** The only reader of the environment in this lib. */
export function readEmbeddedConfig(): EmbeddedConfig {
  const { KAFKA_BROKERS, KAFKA_CACHE_DIR, XDG_CACHE_HOME, DOCKER_HOST } = process.env;
  return {
    kafkaBrokers: KAFKA_BROKERS || undefined,
    kafkaCacheDir: KAFKA_CACHE_DIR || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'hundi', 'kafka'),
    dockerHost: DOCKER_HOST || undefined,
  };
}
