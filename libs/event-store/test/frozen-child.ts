import { counterCommand, counterStore, newCounterId } from './counter-store';

/**
 * A process that takes every partition, says so, and then appends without end; what becomes of each command goes to
 * standard output. The test freezes it.
 *
 * argv: database url, account id
 */
const [, , databaseUrl = '', accountId = ''] = process.argv;

async function main(): Promise<void> {
  const store = counterStore(databaseUrl);
  store.ownership.onLost(() => process.stdout.write('lost\n'));
  await store.start();
  for (let partition = 0; partition < 16; partition++) await store.ownership.tryTake('test', partition);
  for (let outcome = ''; outcome !== 'WriterUnavailableError';) {
    outcome = await store.submit(counterCommand('counter.open', { accountId, streamId: newCounterId(accountId) })).then(
      (reply) => `appended ${reply.position}`,
      (error: unknown) => (error as Error).name,
    );
    process.stdout.write(`${outcome}\n`);
  }
  await store.stop();
}

void main();
