import type { Clock, Command } from '#contracts';
import { createInProcessBus, type Bus } from '#messaging';
import { Health, Metrics, SystemClock, SystemRandom, createLogger, type AppDeps, type RunningApp } from '#service';
import { testPersonalData } from '#testing';
import { WebhooksConfig, startWebhooks } from '../src/index';

/** What is published has been taken when `publish` resolves, also on a busy machine. */
const EVENT_WAIT_MS = 30_000;
export const INTERNAL_TOKEN = 'development-only-internal-token';

/** A webhooks service on a bus. */
export interface RunningWebhooks {
  app: RunningApp;
  bus: Bus;
  metrics: Metrics;
  /** GET of an internal route on behalf of an account. */
  get(path: string, owner: { accountId: string; livemode?: boolean }): Promise<Response>;
  /** Brings a command to an internal route. */
  post(path: string, command: Command): Promise<Response>;
  /** The line of a metric, or undefined. */
  metric(name: string): Promise<string | undefined>;
  stop(): Promise<void>;
}

/**
 * Starts the service on a migrated database. Its dispatcher is off unless `changes` turns it on.
 *
 * @param bus its own, in-process, when none is given; else the caller's.
 * @param clock of the process.
 */
export async function runWebhooks(
  databaseUrl: string,
  bus?: Bus,
  changes: Partial<WebhooksConfig> = {},
  clock: Clock = new SystemClock(),
): Promise<RunningWebhooks> {
  const random = new SystemRandom();
  const logger = createLogger({ service: 'webhooks', level: 'silent' });
  const own = bus ?? createInProcessBus({ clock, logger, eventWaitMs: EVENT_WAIT_MS });
  if (bus === undefined) await own.start();
  const metrics = new Metrics();
  const personalData = testPersonalData(databaseUrl, { clock, random });
  const deps: AppDeps = { bus: own, logger, clock, random, health: new Health(), metrics, personalData };
  const config = { databaseUrl, internalToken: INTERNAL_TOKEN, webhooksDispatcherEnabled: false, ...changes };
  const app = await startWebhooks(Object.assign(new WebhooksConfig(), config), deps);
  deps.health.markStarted();
  return {
    app,
    bus: own,
    metrics,
    get: (path, { accountId, livemode = false }) =>
      fetch(`${app.url}${path}`, {
        headers: { 'x-internal-token': INTERNAL_TOKEN, 'x-hundi-account': accountId, 'x-hundi-livemode': String(livemode) },
      }),
    post: (path, command) =>
      fetch(`${app.url}${path}`, {
        method: 'POST',
        headers: { 'x-internal-token': INTERNAL_TOKEN, 'content-type': 'application/json' },
        body: JSON.stringify(command),
      }),
    async metric(name) {
      const text = await (await fetch(`${app.url}/metrics`)).text();
      return text.split('\n').find((line) => line.startsWith(name));
    },
    async stop() {
      await app.stop();
      if (bus === undefined) await own.stop();
      await personalData.close();
      metrics.registry.clear();
    },
  };
}
