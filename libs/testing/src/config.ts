import { delimiter } from 'node:path';

/** What the jest global set-up, or the test runner above it, hands to the suites: the servers of this run. */
export interface TestServers {
  /** URL of a database on the run's Postgres, with the right to create databases. */
  postgresUrl?: string;
  /** `host:port[,host:port]` of the run's Kafka. */
  kafkaBrokers?: string;
  /** One sentence: why there is no Kafka. */
  kafkaMissing?: string;
  /** The shared Hundi of an end-to-end run, as JSON (hundi-under-test.ts). */
  hundi?: string;
}

const VARIABLE = {
  postgresUrl: 'HUNDI_TEST_POSTGRES_URL',
  kafkaBrokers: 'HUNDI_TEST_KAFKA_BROKERS',
  kafkaMissing: 'HUNDI_TEST_KAFKA_MISSING',
  hundi: 'HUNDI_TEST_INSTANCE',
} as const satisfies Record<keyof TestServers, string>;

/** The servers this jest process was given, and how the shared Hundi is to run (HUNDI_TEST_MODE). */
export function readTestServers(): TestServers & { mode: 'embedded' | 'kafka' } {
  return {
    postgresUrl: process.env[VARIABLE.postgresUrl] || undefined,
    kafkaBrokers: process.env[VARIABLE.kafkaBrokers] || undefined,
    kafkaMissing: process.env[VARIABLE.kafkaMissing] || undefined,
    hundi: process.env[VARIABLE.hundi] || undefined,
    mode: process.env.HUNDI_TEST_MODE === 'kafka' ? 'kafka' : 'embedded',
  };
}

/** Brokers for the run to use instead of starting one, as `npm run start:kafka` takes them: `host:port[,host:port]`. */
export function readGivenBrokers(): string | undefined {
  return process.env.KAFKA_BROKERS || undefined;
}

/** A Chromium for the tests of pages, in place of the one on PATH. */
export function readChromiumPath(): string | undefined {
  return process.env.CHROMIUM_PATH || undefined;
}

/** Where the machine looks for programs. */
export function readProgramFolders(): string[] {
  return (process.env.PATH ?? '').split(delimiter).filter(Boolean);
}

/** Hand servers to the jest workers, which inherit the environment of the process that sets them up. */
export function announceTestServers(servers: TestServers): void {
  for (const [name, value] of Object.entries(servers) as [keyof TestServers, string | undefined][]) {
    if (value !== undefined) process.env[VARIABLE[name]] = value;
  }
}

/** The environment for a child process: ours, with changes. */
export function inheritedEnvironment(changes: Record<string, string | undefined>): NodeJS.ProcessEnv {
  return { ...process.env, ...changes };
}
