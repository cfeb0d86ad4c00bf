import { SystemClock, SystemRandom } from '#service';
import { runProgram } from '../cli-error';
import { AcquirerServer } from './acquirer-server';
import { readAcquirerConfig } from './config';

void runProgram(async () => {
  const config = readAcquirerConfig();
  const clock = new SystemClock();
  const acquirer = new AcquirerServer({
    clock,
    random: new SystemRandom(clock),
    key: config.acquirerKey,
    secret: config.acquirerWebhookSecret,
    port: config.acquirerPort,
    callbackUrl: config.acquirerCallbackUrl,
  });
  const address = await acquirer.start();
  console.log(`The acquirer listens on ${address} and calls back to ${config.acquirerCallbackUrl}.`);
  console.log(`Start Hundi with ACQUIRER_URL=${address} and ask for "processor": "acquirer". Ctrl-C stops it.`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void acquirer.stop());
});
