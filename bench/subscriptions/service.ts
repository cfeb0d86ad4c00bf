import { randomBytes } from 'node:crypto';
import { createInProcessBus, type Bus, type PartitionOwnership } from '#messaging';
import { createLogger, Health, Metrics, openPersonalData, SystemClock, SystemRandom } from '#service';
import { PaymentsConfig, startPayments } from '../../apps/payments/src/index';

/** The payments service on a bus of its own. */
export interface RunningService {
  url: string;
  bus: Bus;
  stop(): Promise<void>;
}

/** As its `main.ts` starts it. @param takes whether it serves a command partition, as a broker assigns them. */
export async function startService(databaseUrl: string, takes: (partition: number) => boolean = () => true): Promise<RunningService> {
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
  const consume = bus.consumeCommands.bind(bus);
  bus.consumeCommands = (topic, handler, ownership) => consume(topic, handler, partly(ownership, takes));
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

function partly(ownership: PartitionOwnership, takes: (partition: number) => boolean): PartitionOwnership {
  return {
    tryTake: (source, partition) => (takes(partition) ? ownership.tryTake(source, partition) : Promise.resolve(undefined)),
    release: (source, partition) => ownership.release(source, partition),
    liveInstances: () => ownership.liveInstances(),
    settled: (source, partition, nextOffset) => ownership.settled(source, partition, nextOffset),
    onLost: (listener) => ownership.onLost(listener),
  };
}
