import { verifyChain } from '#event-store';
import { ComplaintError, runProgram } from '../complaint';
import { withDatabase } from './open-database';
import { readPlace } from '../place';

const SCHEMAS = ['payments', 'kyc', 'webhooks'];

/** `npm run verify-chain`: recompute the hash chain of every service and name the first row that was tampered with. */
void runProgram(() =>
  withDatabase(readPlace(), async (databaseUrl) => {
    for (const schema of SCHEMAS) console.log(await verify(databaseUrl, schema));
  }),
);

async function verify(databaseUrl: string, schema: string): Promise<string> {
  const verdict = await verifyChain({ databaseUrl, schema });
  if (verdict.intact) return `OK ${schema}: ${verdict.events} events, every hash is right`;
  const { shard, position, eventId, reason } = verdict;
  const place = `shard ${shard}, position ${position}${eventId === null ? '' : `, event ${eventId}`}`;
  throw new ComplaintError(`BROKEN ${schema}: ${place}: ${reason}`);
}
