import { startService } from './service';

/** A process that wakes what is due, which can be killed. */
async function main(): Promise<void> {
  const { BENCH_DATABASE_URL: databaseUrl = '', BENCH_HALF: isHalf = '' } = process.env;
  const service = await startService(databaseUrl, (partition) => isHalf === '' || partition % 2 === 0);
  process.once('SIGTERM', () => void service.stop().finally(() => process.exit(0)));
  process.stdout.write(`listening ${new URL(service.url).port}\n`);
}

void main();
