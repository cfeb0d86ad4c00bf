import { runDispatching } from './dispatcher-fixture';

/**
 * A webhooks service in a process of its own, to be killed. Ends by itself when nobody holds its input any more.
 *
 * argv: database url
 */
const [, , databaseUrl = ''] = process.argv;

async function main(): Promise<void> {
  const webhooks = await runDispatching(databaseUrl);
  process.stdout.write('ready\n');
  process.stdin.resume();
  process.stdin.on('end', () => void webhooks.stop().then(() => process.exit(0)));
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
