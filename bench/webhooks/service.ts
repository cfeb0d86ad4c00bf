import { LOOPBACK_ALLOWLIST } from '#contracts';
import { createInProcessBus, type Bus } from '#messaging';
import { Health, Metrics, SystemClock, SystemRandom, createLogger, openPersonalData, type AppDeps } from '#service';
import { WebhooksConfig, startWebhooks } from '../../apps/webhooks/src/index';

/** What every process of one bench shares. */
export interface Shared {
  databaseUrl: string;
  personalDataKeys: string;
  personalDataIndexKey: string;
}

/** The whole webhooks service on a bus of its own. */
export interface RunningService {
  url: string;
  bus: Bus;
  stop(): Promise<void>;
}

/** The ports of a service as a process has them. */
export function portsOf(shared: Shared): Omit<AppDeps, 'bus'> {
  const clock = new SystemClock();
  const random = new SystemRandom(clock);
  const logger = createLogger({ service: 'bench', level: 'error' });
  const metrics = new Metrics();
  return {
    clock,
    random,
    logger,
    metrics,
    health: new Health(),
    personalData: openPersonalData(shared, { clock, random, logger, metrics }),
  };
}

/** Starts the service as its `main.ts` does, with receivers on the loopback interface allowed. */
export async function startService(shared: Shared, changes: Partial<WebhooksConfig>): Promise<RunningService> {
  const ports = portsOf(shared);
  const bus = createInProcessBus(ports);
  await bus.start();
  const own = { databaseUrl: shared.databaseUrl, internalToken: 'development-only-internal-token' };
  const config = { ...own, webhooksTestTargetAllowlist: [...LOOPBACK_ALLOWLIST], ...changes };
  const app = await startWebhooks(Object.assign(new WebhooksConfig(), config), { ...ports, bus });
  ports.health.markStarted();
  const stop = async (): Promise<void> => {
    await app.stop();
    await bus.stop();
    await ports.personalData?.close();
  };
  return { url: app.url, bus, stop };
}
