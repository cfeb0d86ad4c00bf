import { SystemClock, SystemRandom } from '#service';
import { runProgram } from '../../apps/standalone/src/cli-error';
import { FakeAcquirerServer } from './server';
import { readFakeAcquirerConfig } from './config';

void runProgram(async () => {
  const config = readFakeAcquirerConfig();
  const clock = new SystemClock();
  const acquirer = new FakeAcquirerServer({
    clock,
    random: new SystemRandom(clock),
    key: config.acquirerKey,
    secret: config.acquirerWebhookSecret,
    port: config.acquirerPort,
    callbackUrl: config.acquirerCallbackUrl,
  });
  const address = await acquirer.start();
  console.log(`The fake acquirer listens on ${address} and calls back to ${config.acquirerCallbackUrl}.`);
  console.log(`Start Hundi with ACQUIRER_URL=${address} and ask for "processor": "acquirer". Ctrl-C stops it.`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void acquirer.stop());
});
