import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../../embedded/src/index';
import { announceTestServers, readTestServers } from '../config';
import { makeRunFolder, sweepDeadRuns } from './run-folder';
import { rememberForTeardown } from './running-servers';

/**
 * One Postgres and one Kafka for a jest run, unless the test runner above gave them already. Suites get them through
 * `testDatabase()` and `testKafka()`.
 */
export default async function setUp(): Promise<void> {
  if (readTestServers().postgresUrl) return;
  await sweepDeadRuns();
  const folder = makeRunFolder();
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), durable: false });
  announceTestServers({ postgresUrl: postgres.url });
  rememberForTeardown({ pids: [postgres.pid], folder, stop: () => postgres.stop() });
}
