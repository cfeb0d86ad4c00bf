import { readTestServers } from '../config';
import { rememberForTeardown } from './running-servers';
import { startRunServers } from './servers';
import { runNames, type RunSelection } from './wanted-suites';

/**
 * One Postgres and one Kafka for a jest run, unless the test runner above gave them already. Suites get them through
 * `testDatabase()` and `testKafka()`.
 */
export default async function setUp(selection: RunSelection): Promise<void> {
  if (readTestServers().postgresUrl) return;
  rememberForTeardown(await startRunServers({ withKafka: runNames(selection, /kafka/i) }));
}
