import type { Clock, Random } from '#contracts';
import type { Bus } from '#messaging';
import type { AppDeps, RunningApp } from './app';
import { Health } from './health';
import { ConfigError } from './load-config';
import { createLogger, type Logger } from './logger';
import { Metrics } from './metrics';
import type { ProcessConfig } from './process-config';
import { runUntilSignal } from './run-until-signal';
import { SystemClock, SystemRandom } from './system-ports';

/** How one app becomes a process. */
export interface AppProcess<TConfig extends ProcessConfig> {
  /** Name in logs, and client id on the bus. */
  service: string;
  readConfig(): TConfig;
  createBus(config: TConfig, parts: { clock: Clock; random: Random; logger: Logger }): Bus;
  start(config: TConfig, deps: AppDeps): Promise<RunningApp>;
}

/**
 * The life of a process in distributed mode: configuration, log, bus, app, then signals. What is wrong with the
 * configuration is said in full on standard error, and the process ends with 1.
 */
export async function runApp<TConfig extends ProcessConfig>(app: AppProcess<TConfig>): Promise<void> {
  const config = readOrExit(() => app.readConfig());
  const logger = createLogger({ service: app.service, level: config.logLevel, pretty: config.logPretty });
  try {
    const clock = new SystemClock();
    const random = new SystemRandom(clock);
    const health = new Health();
    const bus = app.createBus(config, { clock, random, logger });
    await bus.start();
    health.addReadiness(`${app.service}.bus`, async () => ({ ok: bus.health().connected, detail: bus.health().detail }));
    const running = await app.start(config, { bus, logger, clock, random, health, metrics: new Metrics() });
    logger.info({ url: running.url, bus: bus.kind }, 'started');
    const stop = () => running.stop().finally(() => bus.stop());
    await runUntilSignal({ stop }, { logger, onStopping: () => health.markStopping() });
  } catch (error) {
    logger.fatal({ err: error }, 'could not start');
    process.exit(1);
  }
}

function readOrExit<TConfig>(readConfig: () => TConfig): TConfig {
  try {
    return readConfig();
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`);
    return process.exit(1);
  }
}
