import { parseArgs } from 'node:util';
import { verifyAuditChain } from '../../../gateway/src/index';
import { verifyChain, verifyStreams, type EventStore } from '#event-store';
import { CliError, readTyped, runProgram } from '../cli-error';
import { withDatabase } from './open-database';
import { openStores } from './open-stores';
import { readPlace } from '../data-location';

const USAGE = `Usage: npm run verify-chain [-- audit]
  recomputes the hash chain of every service, and of the audit log of every account, and names what was tampered with.
  audit: the audit logs alone.`;

/** Streams that are named; the others are counted. */
const NAMED_MAX = 5;

/** `npm run verify-chain`: recompute the hash chains and what follows from them, and name the rows that were tampered with. */
void runProgram(async () => {
  const isAuditAlone = readTyped(USAGE, () => readOnlyAudit(process.argv.slice(2)));
  await withDatabase(readPlace(), async (databaseUrl) => {
    if (!isAuditAlone) await verifyStores(databaseUrl);
    console.log(await verifyAudit(databaseUrl));
  });
});

/** @throws CliError of any other word. */
function readOnlyAudit(typed: string[]): boolean {
  const { positionals } = parseArgs({ args: typed, options: {}, allowPositionals: true });
  if (positionals.length > 1 || (positionals[0] ?? 'audit') !== 'audit') throw new CliError(`not a log: ${positionals.join(' ')}`);
  return positionals.length === 1;
}

async function verifyStores(databaseUrl: string): Promise<void> {
  for (const store of openStores(databaseUrl)) {
    try {
      console.log(await verify(store));
    } finally {
      await store.stop();
    }
  }
}

async function verifyAudit(databaseUrl: string): Promise<string> {
  const verdict = await verifyAuditChain(databaseUrl);
  if (!verdict.intact) throw new CliError(`BROKEN audit log of ${verdict.accountId}, position ${verdict.position}: ${verdict.reason}`);
  return `OK audit: ${verdict.entries} entries, every hash is right`;
}

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
