import { CliError, runProgram } from '../cli-error';

/** The commands by the name that `npm run` knows them by. Each is a program of its own that runs when it is loaded. */
const COMMANDS: Readonly<Record<string, () => Promise<unknown>>> = {
  'dead-letters': () => import('./dead-letters.js'),
  'events:tail': () => import('./events-tail.js'),
  'kafka-acls': () => import('./kafka-acls.js'),
  'kafka-topics': () => import('./kafka-topics.js'),
  keys: () => import('./keys.js'),
  'kyc-hold': () => import('./kyc-hold.js'),
  'kyc-review': () => import('./kyc-review.js'),
  'log-epoch': () => import('./log-epoch.js'),
  migrate: () => import('../migrate.js'),
  'rebuild-view': () => import('./rebuild-view.js'),
  'rewrap-keys': () => import('./rewrap-keys.js'),
  unsettled: () => import('./unsettled.js'),
  'verify-chain': () => import('./verify-chain.js'),
  'webhook-endpoint': () => import('./webhook-endpoint.js'),
};

/** What is `npx hundi` elsewhere. */
const HUNDI = (): Promise<unknown> => import('../cli/main.js');

/** `hundi-operator <command> …` where nothing is built, as in the image: the same as `npm run <command> -- …`. */
void runProgram(async () => {
  const [name = ''] = process.argv.splice(2, 1);
  const load = name === 'hundi' ? HUNDI : COMMANDS[name];
  if (load === undefined)
    throw new CliError(`Usage: hundi-operator <command> … | hundi <command> …\nCommands: ${Object.keys(COMMANDS).join(', ')}`);
  await load();
});
