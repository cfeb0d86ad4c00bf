import { verifyChain, verifyStreams, type EventStore } from '#event-store';
import { CliError, answerHelp, runProgram } from '../cli-error';
import { withDatabase } from './open-database';
import { openStores } from './open-stores';
import { readPlace } from '../data-location';

const USAGE = `Usage: npm run verify-chain
  recomputes the hash chain of every service and names what was tampered with.`;

/** Streams that are named; the others are counted. */
const NAMED_MAX = 5;

/** `npm run verify-chain`: recompute the hash chain of every service and what follows from it, and name the rows that were tampered with. */
void runProgram(async () => {
  answerHelp(USAGE);
  await withDatabase(readPlace(), async (databaseUrl) => {
    for (const store of openStores(databaseUrl)) {
      try {
        console.log(await verify(store));
      } finally {
        await store.stop();
      }
    }
  });
});

/** The log first: it is the truth that the rest is compared with. */
async function verify({ options: { databaseUrl, schema, aggregates } }: EventStore): Promise<string> {
  const verdict = await verifyChain({ databaseUrl, schema });
  if (!verdict.intact) {
    const { shard, position, eventId, reason } = verdict;
    const place = `shard ${shard}, position ${position}${eventId === null ? '' : `, event ${eventId}`}`;
    throw new CliError(`BROKEN ${schema}: ${place}: ${reason}`);
  }
  // Timers follow from the settings of the service, which need not be known here.
  const { streams, differences } = await verifyStreams({ databaseUrl, schema, aggregates, ignored: ['wake_at'] });
  if (differences.length === 0) {
    return `OK ${schema}: ${verdict.events} events, every hash is right; ${streams} streams, every row is what its events say`;
  }
  const named = differences.slice(0, NAMED_MAX).map(({ shard, streamId, column }) => `${streamId} (shard ${shard}) in ${column}`);
  const more = differences.length > NAMED_MAX ? `, and ${differences.length - NAMED_MAX} more` : '';
  throw new CliError(
    `BROKEN ${schema}: every event is right, but rows of ${schema}.streams are not what their events say: ${named.join(', ')}${more}`,
  );
}
