import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { findEndpointOwner } from '../../webhooks/src/index';
import { ComplaintError, runProgram } from './complaint';
import { readStandaloneConfig } from './config';
import { HundiFolder } from './hundi-folder';
import { withDatabase } from './open-database';
import { sendOperatorOrder } from './operator-order';

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
  const { verb, endpointId, by, note } = readOrder(process.argv.slice(2));
  const config = readStandaloneConfig();
  const folder = new HundiFolder(config.hundiDataDir);
  await withDatabase(config, folder, async (databaseUrl) => {
    const owner = await findEndpointOwner(databaseUrl, endpointId);
    if (owner === null) throw new ComplaintError(`There is no webhook endpoint ${endpointId}.`);
    const payload = { by, note, operator: { note }, ...(verb === 'disable' && { reason: 'admin' }) };
    await sendOperatorOrder({ type: `webhook_endpoints.${verb}`, streamId: endpointId, ...owner, payload }, { config, folder });
    console.log(`${endpointId} is ${verb}d, says ${by}.`);
  });
});

function readOrder(parameters: string[]): Order {
  try {
    const options = { note: { type: 'string' }, by: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args: parameters, options, allowPositionals: true });
    const [verb, endpointId = ''] = positionals;
    const { note = '', by = userInfo().username } = values;
    if (verb !== 'disable' && verb !== 'enable') throw new Error('Say disable or enable.');
    if (note.trim() === '') throw new Error('Say why with --note: it is kept with the event.');
    return { verb, endpointId, by, note };
  } catch (error) {
    throw new ComplaintError(`${(error as Error).message}\n${USAGE}`);
  }
}
