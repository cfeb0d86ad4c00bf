import { EVENT_TOPIC, type ServiceName } from '#contracts';
import { acceptLogEpoch, beginLogEpoch, isLogServed } from '#event-store';
import { CliError, readTyped, runProgram } from '../cli-error';
import { readPlace } from '../data-location';
import { withOwnedDatabase } from './open-database';

const USAGE = `Usage:
  npm run log-epoch -- begin                       after a restore by a copy of files; the services must not run
  npm run log-epoch -- accept <consumer> <topic>   what it applied of a lost end of the log is known to be lost`;

const SERVICES = Object.keys(EVENT_TOPIC) as ServiceName[];

/** `npm run log-epoch`: what an operator decides after a restore (docs/how-to/operate.md#restore). */
void runProgram(async () => {
  const [verb, consumer = '', topic = ''] = readTyped(USAGE, () => process.argv.slice(2));
  const owner = SERVICES.find((service) => EVENT_TOPIC[service] === topic);
  // The name of a consumer begins with that of its service.
  const consumerSchema = SERVICES.find((service) => consumer === service || consumer.startsWith(`${service}.`));
  const isAccept = verb === 'accept' && owner !== undefined && consumerSchema !== undefined;
  if (verb !== 'begin' && !isAccept) throw new CliError(USAGE);
  await withOwnedDatabase(readPlace(), async (databaseUrl) => {
    if (!isAccept) return begin(databaseUrl);
    const setBack = await acceptLogEpoch({ databaseUrl, ownerSchema: owner, consumerSchema, consumer, source: topic });
    for (const { shard, from, to } of setBack) console.log(`shard ${shard}: from position ${from} back to ${to}`);
    console.log(`${setBack.length} marks of ${consumer} were set back. Its shards go on by themselves.`);
  });
});

/** @throws CliError while services run: what they publish then stands in the epoch before, and its consumers take it for lost. */
async function begin(databaseUrl: string): Promise<void> {
  const served: string[] = [];
  for (const schema of SERVICES) if (await isLogServed({ databaseUrl, schema })) served.push(schema);
  if (served.length > 0) throw new CliError(`Services still run on this database (${served.join(', ')}). Stop every one of them first.`);
  for (const schema of SERVICES) await beginLogEpoch({ databaseUrl, schema });
  console.log('The log of every service begins a new epoch. Start the services.');
}
