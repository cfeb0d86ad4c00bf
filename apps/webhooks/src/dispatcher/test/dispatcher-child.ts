import { runDispatching } from './dispatcher-fixture';

/**
 * A webhooks service in a process of its own, to be killed. Ends by itself when its standard input is closed.
 *
 * argv: database url, requests under way at most
 */
const [, , databaseUrl = '', maxInFlight = ''] = process.argv;

async function main(): Promise<void> {
  const webhooks = await runDispatching(databaseUrl, { webhooksMaxInFlight: Number(maxInFlight) });
  process.stdout.write('ready\n');
  process.stdin.resume();
  process.stdin.on('end', () => void webhooks.stop().then(() => process.exit(0)));
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
