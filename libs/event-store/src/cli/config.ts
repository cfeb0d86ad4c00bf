import { parseArgs } from 'node:util';
import type { ChainQuestion } from '../chain';

/** How to call the command. */
export const USAGE = 'usage: DATABASE_URL=postgres://… verify-chain --schema payments [--shard 0..63]';

/**
 * What the command line and the environment ask for. The database address comes from `DATABASE_URL` only: arguments are
 * seen by everybody on the machine.
 *
 * @throws Error with the usage line.
 */
export function readChainQuestion(): ChainQuestion {
  const { values } = parseArgs({ options: { schema: { type: 'string' }, shard: { type: 'string' } } });
  const databaseUrl = process.env['DATABASE_URL'];
  if (!databaseUrl || !values.schema) throw new Error(USAGE);
  const shard = values.shard === undefined ? undefined : Number(values.shard);
  if (shard !== undefined && !(Number.isInteger(shard) && shard >= 0 && shard < 64)) throw new Error(USAGE);
  return { databaseUrl, schema: values.schema, shard };
}
