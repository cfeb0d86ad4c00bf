import { unavailabilityOf, type Clock, type Random } from '#contracts';
import { awaitDatabase, databaseProblem, loadAllModules, type SchemaVersion } from '#event-store';
import { NearObjects } from '#listing';
import type { Bus, BusObserver } from '#messaging';
import type { AppDeps, RunningApp } from './app';
import { observeBus } from './metrics/bus-metrics';
import { awaitServiceDatabase } from './await-database';
import { Health } from './health';
import { ConfigError } from './config/load-config';
import { createLogger, type Logger } from './log/logger';
import { Metrics } from './metrics/metrics';
import { problemWithNode } from './node-version';
import { openPersonalData } from './open-personal-data';
import { openTraces } from './traces/open-traces';
import type { ProcessConfig } from './config/process-config';
import { endOnSignal, runUntilSignal } from './run-until-signal';
import { tryPort } from './try-port';
import { startAgain } from './start-again';
import { openStartDoor } from './start-door';
import { SystemClock, SystemRandom } from './system-ports';

/** 128 + SIGTERM. */
const EXIT_TERMINATED = 143;

/** What a bus is made of in every process. */
export interface BusParts {
  clock: Clock;
  random: Random;
  logger: Logger;
  observer: Required<BusObserver>;
}

/** How one app becomes a process. */
export interface AppProcess<TConfig extends ProcessConfig> {
  /** Name in logs, and client id on the bus. */
  service: string;
  /** @param task what the process was started for: `migrate`, or nothing. */
  readConfig(task?: string): TConfig;
  /** What this version needs of the database. */
  schemas: readonly SchemaVersion[];
  /** Brings the app's tables, roles and rights up to date: run as `main.js migrate`, apart from the start, so that it happens once. */
  migrate(config: TConfig): Promise<void>;
  createBus(config: TConfig, parts: BusParts): Bus;
  start(config: TConfig, deps: AppDeps): Promise<RunningApp>;
}

/**
 * The life of a process in distributed mode: configuration, log, bus, app, then signals; with the argument `migrate`
 * only the migrations. What is wrong with the configuration is said in full on standard error, and the process ends
 * with 1.
 */
export async function runApp<TConfig extends ProcessConfig>(app: AppProcess<TConfig>, task = process.argv[2]): Promise<void> {
  const explanation = problemWithNode();
  if (explanation !== undefined) exitWith(explanation);
  const config = readOrExit(() => app.readConfig(task));
  if (task !== 'migrate') await listenableOrExit(config.host);
  const logger = createLogger({ service: app.service, level: config.logLevel, pretty: config.logPretty });
  // A migration that was ended has failed; nothing of a start has.
  const releaseSignals = endOnSignal(task === 'migrate' ? EXIT_TERMINATED : 0, { logger });
  try {
    if (task === 'migrate') await migrate(app, config, logger);
    else await startAndRun(app, config, { logger, releaseSignals });
  } catch (error) {
    await failed(task, error, { config, logger });
  } finally {
    releaseSignals();
  }
}

/** Ends the process with 1, unless Postgres was lost during the start, which then begins again. */
async function failed(
  task: string | undefined,
  error: unknown,
  { config, logger }: { config: ProcessConfig; logger: Logger },
): Promise<void> {
  const isStart = task !== 'migrate';
  if (isStart && unavailabilityOf(error) !== undefined) await startAgain(config.startWaitMs, { clock: new SystemClock(), logger }, error);
  const problem = databaseProblem(error, config.databaseUrl);
  const what = isStart ? 'could not start' : 'could not migrate';
  logger.fatal({ err: error, ...(problem && { advice: problem.advice }) }, problem ? `${what}: ${problem.sentence}` : what);
  process.exit(1);
}

async function migrate<TConfig extends ProcessConfig>(app: AppProcess<TConfig>, config: TConfig, logger: Logger): Promise<void> {
  const { databaseUrl, startWaitMs: limitMs } = config;
  const onWaiting = ({ sentence, advice }: { sentence: string; advice: string }, pauseMs: number): void =>
    logger.warn({ pauseMs, advice }, `${sentence}; the migration waits`);
  await awaitDatabase({ databaseUrl, limitMs, onWaiting });
  await app.migrate(config);
}

async function startAndRun<TConfig extends ProcessConfig>(
  app: AppProcess<TConfig>,
  config: TConfig,
  { logger, releaseSignals }: { logger: Logger; releaseSignals: () => void },
): Promise<void> {
  loadAllModules();
  const health = new Health();
  const metrics = new Metrics();
  const { host, internalPort: port } = config;
  // Of a port that nothing names, nothing is asked.
  const startDoor = port === 0 ? undefined : await openStartDoor({ host, port, health, metrics, logger });
  try {
    const running = await startApp(app, config, { logger, health, metrics, startDoor });
    health.markStarted();
    logger.info({ url: running.url }, 'started');
    releaseSignals();
    await runUntilSignal(running, { logger, graceMs: config.shutdownGraceMs, onStopping: () => health.markStopping() });
  } finally {
    await startDoor?.close();
  }
}

type StartParts = Pick<AppDeps, 'logger' | 'health' | 'metrics' | 'startDoor'>;

async function startApp<TConfig extends ProcessConfig>(app: AppProcess<TConfig>, config: TConfig, parts: StartParts): Promise<RunningApp> {
  const { logger, health, metrics } = parts;
  const clock = new SystemClock();
  const random = new SystemRandom(clock);
  await awaitServiceDatabase(app, config, { health, logger });
  const bus = app.createBus(config, { clock, random, logger, observer: observeBus(metrics) });
  health.markWaiting('no broker of Kafka answers yet');
  await bus.start();
  health.addReadiness(`${app.service}.bus`, async () => ({ ok: bus.health().connected, detail: bus.health().detail }));
  const personalData = openPersonalData(config, { clock, random, logger, metrics });
  const traces = await openTraces(config, { logger });
  const tracing = traces?.of(app.service);
  const running = await app.start(config, { ...parts, bus, clock, random, personalData, tracing, nearObjects: new NearObjects() });
  const stop = (): Promise<void> =>
    running.stop().finally(() => Promise.all([bus.stop(), personalData.close(), traces?.stop()]).then(() => undefined));
  return { url: running.url, stop };
}

function readOrExit<TConfig>(readConfig: () => TConfig): TConfig {
  try {
    return readConfig();
  } catch (error) {
    return exitWith(error instanceof ConfigError ? error.message : String(error));
  }
}

/** Now, on any free port: its own server comes last, and its error would pass for one of Postgres, which has the same codes. */
async function listenableOrExit(host: string): Promise<void> {
  const problem = await tryPort(host, 0).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
  if (problem !== undefined) exitWith(`HOST is no address that this machine can listen on (${problem}).`);
}

function exitWith(explanation: string): never {
  process.stderr.write(`${explanation}\n`);
  return process.exit(1);
}
