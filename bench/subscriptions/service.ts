import { randomBytes } from 'node:crypto';
import { createInProcessBus, type Bus } from '#messaging';
import { createLogger, Health, Metrics, openPersonalData, SystemClock, SystemRandom } from '#service';
import { serveSome, type TakesPartition } from '#testing';
import { PaymentsConfig, startPayments } from '../../apps/payments/src/index';

/** The payments service on a bus of its own. */
export interface RunningService {
  url: string;
  bus: Bus;
  stop(): Promise<void>;
}

/** As its `main.ts` starts it. @param takes whether it serves a command partition, as a broker assigns them. */
export async function startService(databaseUrl: string, takes: TakesPartition = () => true): Promise<RunningService> {
  const clock = new SystemClock();
  const ports = {
    clock,
    random: new SystemRandom(clock),
    logger: createLogger({ service: 'bench', level: 'error' }),
    metrics: new Metrics(),
  };
  const keys = {
    databaseUrl,
    personalDataKeys: `bench:${randomBytes(32).toString('base64')}`,
    personalDataIndexKey: 'index-key-of-the-bench-32-letters',
  };
  const personalData = openPersonalData(keys, ports);
  if (!personalData) throw new Error('nothing can be sealed');
  const bus = createInProcessBus(ports);
  serveSome(bus, takes);
  await bus.start();
  const config = Object.assign(new PaymentsConfig(), { databaseUrl, internalToken: 'development-only-internal-token' });
  const app = await startPayments(config, { ...ports, bus, health: new Health(), personalData });
  const stop = async (): Promise<void> => {
    await app.stop();
    await bus.stop();
    await personalData.close();
  };
  return { url: app.url, bus, stop };
}
