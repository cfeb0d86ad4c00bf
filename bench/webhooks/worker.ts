import { startService } from './service';

/** A process that delivers: the whole service, so that its cost is counted apart from load and receiver, and it can be killed. */
async function main(): Promise<void> {
  const {
    BENCH_DATABASE_URL: databaseUrl = '',
    BENCH_KEYS: personalDataKeys = '',
    BENCH_INDEX_KEY: personalDataIndexKey = '',
  } = process.env;
  const service = await startService({ databaseUrl, personalDataKeys, personalDataIndexKey }, {});
  process.once('SIGTERM', () => void service.stop().finally(() => process.exit(0)));
  process.stdout.write(`listening ${new URL(service.url).port}\n`);
}

void main();
