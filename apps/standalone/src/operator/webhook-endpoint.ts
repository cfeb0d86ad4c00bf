import { parseArgs } from 'node:util';
import { findEndpointOwner } from '../../../webhooks/src/index';
import { CliError, readTyped, runProgram } from '../cli-error';
import { withDatabase } from './open-database';
import { authorIn, sendOperatorOrder } from './operator-command';
import { readPlace } from '../data-location';

const USAGE = `Usage:
  npm run webhook-endpoint -- disable we_… --note <why>
  npm run webhook-endpoint -- enable we_…  --note <why>
  --by     who says so; the user of this machine unless given`;

interface Order {
  verb: 'disable' | 'enable';
  endpointId: string;
  by: string;
  note: string;
}

/** `npm run webhook-endpoint`: an endpoint that an operator disables stays so until an operator enables it. */
void runProgram(async () => {
  const { verb, endpointId, by, note } = readTyped(USAGE, () => readOrder(process.argv.slice(2)));
  const place = readPlace();
  await withDatabase(place, async (databaseUrl) => {
    const owner = await findEndpointOwner(databaseUrl, endpointId);
    if (owner === null) throw new CliError(`There is no webhook endpoint ${endpointId}.`);
    const payload = { by, note, operator: { note }, ...(verb === 'disable' && { reason: 'admin' }) };
    await sendOperatorOrder({ type: `webhook_endpoints.${verb}`, streamId: endpointId, ...owner, payload }, place);
    console.log(`${endpointId} is ${verb}d, says ${by}.`);
  });
});

function readOrder(parameters: string[]): Order {
  const options = { note: { type: 'string' }, by: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args: parameters, options, allowPositionals: true });
  const [verb, endpointId = ''] = positionals;
  if (verb !== 'disable' && verb !== 'enable') throw new Error('Say disable or enable.');
  return { verb, endpointId, ...authorIn(values) };
}
