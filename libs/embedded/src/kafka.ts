import { spawn } from 'node:child_process';
import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readEmbeddedConfig } from './config';
import { EmbeddedServerError } from './embedded-error';
import { fetchKafkaArtifacts, type KafkaArtifacts } from './kafka-artifacts';
import { brokerAnswers, type ProbeSecurity } from './kafka-probe';
import { JVM, sharedClasses } from './kafka-jvm';
import { brokerProperties, propertiesFile, type BrokerProperties } from './kafka-properties';
import { formatOnce } from './kafka-storage';
import { findFreePort } from './free-port';
import { commandLineNames, endProcess, isAlive, lastWords, type EndingStep } from './processes';
import { pollUntil } from './waiting';

const READY_WITHIN_MS = 60_000;
const START_TRIES = 3;
/** A controlled shutdown takes about a second; a log that was cut off is recovered at the next start. */
const ENDING: readonly EndingStep[] = [
  { signal: 'SIGTERM', graceMs: 10_000 },
  { signal: 'SIGKILL', graceMs: 3_000 },
];

export interface EmbeddedKafkaOptions {
  /** Folder of its own, made when missing. A broker that an earlier run left running on it is ended first. */
  dataDir: string;
  /** TCP port on 127.0.0.1; a free one when left out. It stays the same over `restart()`. */
  port?: number;
  /** The name by which clients reach it: a certificate is made for a name. 127.0.0.1 when left out. */
  host?: string;
  /** Turns the lines of server.properties into others: more listeners, TLS, access lists. */
  configure?: (properties: BrokerProperties) => BrokerProperties;
  /** More parameters for formatting the storage. */
  formatParameters?: readonly string[];
  /** What the broker asks of a client, when `configure` makes it ask. */
  security?: ProbeSecurity;
  /** Another version than KAFKA_VERSION. */
  version?: string;
  log?: (line: string) => void;
}

/** A real broker (KRaft, one node) as a child process. */
export interface EmbeddedKafka {
  /** `127.0.0.1:<port>`. */
  brokers: string;
  /** Process id of the broker; another one after `restart()`. */
  readonly pid: number;
  /** Orderly end, within 13 s. */
  stop(): Promise<void>;
  /** kill -9, for fault tests. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** Start again on the same port and files, after `kill()` or `stop()`; ends a running one first. */
  restart(): Promise<void>;
}

interface BrokerFiles {
  folder: string;
  properties: string;
  logDir: string;
  pid: string;
  output: string;
  /** The archive of loaded classes, as the JVM leaves it. */
  classes: string;
}

/** What it takes to launch a broker, the first time and again. */
interface Broker {
  files: BrokerFiles;
  artifacts: KafkaArtifacts;
  address: string;
  security: ProbeSecurity | undefined;
}

/**
 * Start a real Kafka from the jars in the cache folder, which Maven fills on first use.
 *
 * @throws EmbeddedServerError with a sentence for the person at the terminal.
 */
export async function startEmbeddedKafka(options: EmbeddedKafkaOptions): Promise<EmbeddedKafka> {
  const artifacts = await fetchKafkaArtifacts(readEmbeddedConfig().kafkaCacheDir, options.version);
  const files = brokerFiles(options.dataDir);
  mkdirSync(files.folder, { recursive: true });
  await endOrphan(files, options.log);
  const { broker, pid } = await launchFirst(files, artifacts, options);
  return new ChildBroker(broker, pid);
}

class ChildBroker implements EmbeddedKafka {
  readonly brokers: string;

  constructor(
    private readonly broker: Broker,
    private currentPid: number,
  ) {
    this.brokers = broker.address;
  }

  get pid(): number {
    return this.currentPid;
  }

  async stop(): Promise<void> {
    await endProcess(this.currentPid, ENDING);
    const { files, artifacts } = this.broker;
    keepClassArchive(files, artifacts);
    rmSync(files.pid, { force: true });
  }

  async kill(): Promise<void> {
    await endProcess(this.currentPid, [{ signal: 'SIGKILL', graceMs: 5_000 }]);
  }

  async restart(): Promise<void> {
    await endProcess(this.currentPid, ENDING);
    const pid = await launch(this.broker);
    if (pid === undefined)
      throw new EmbeddedServerError(`Kafka did not come back. Its last words:\n${lastWords(this.broker.files.output)}`);
    this.currentPid = pid;
  }
}

function brokerFiles(dataDir: string): BrokerFiles {
  const folder = resolve(dataDir);
  return {
    folder,
    properties: join(folder, 'server.properties'),
    logDir: join(folder, 'log'),
    pid: join(folder, 'kafka.pid'),
    output: join(folder, 'kafka.log'),
    classes: join(folder, 'classes.jsa'),
  };
}

async function endOrphan(files: BrokerFiles, log?: (line: string) => void): Promise<void> {
  if (!existsSync(files.pid)) return;
  const pid = Number(readFileSync(files.pid, 'utf8'));
  if (pid > 1 && isAlive(pid) && commandLineNames(pid, files.properties)) {
    log?.(`ended the Kafka (pid ${pid}) that an earlier run left behind`);
    await endProcess(pid, ENDING);
  }
  rmSync(files.pid, { force: true });
}

/** Ports found free may be taken by the time the broker binds them; then it gets others. */
async function launchFirst(
  files: BrokerFiles,
  artifacts: KafkaArtifacts,
  options: EmbeddedKafkaOptions,
): Promise<{ broker: Broker; pid: number }> {
  const { host = '127.0.0.1', security, configure = (properties) => properties } = options;
  for (let attempt = 1; attempt <= START_TRIES; attempt++) {
    const port = options.port ?? (await findFreePort());
    const controllerPort = await findFreePort();
    const properties = configure(brokerProperties({ host, port, controllerPort, logDir: files.logDir }));
    writeFileSync(files.properties, propertiesFile(properties), { mode: 0o600 });
    const broker = { files, artifacts, address: `${host}:${port}`, security };
    await formatOnce(files, artifacts, options.formatParameters);
    const pid = await launch(broker);
    if (pid !== undefined) return { broker, pid };
  }
  throw new EmbeddedServerError(`Kafka did not start in ${files.folder}. Its last words:\n${lastWords(files.output)}`);
}

/** One try. Undefined when the broker ended instead of answering. */
async function launch({ files, artifacts, address, security }: Broker): Promise<number | undefined> {
  const output = openSync(files.output, 'w', 0o600);
  const parameters = [...JVM, ...classArchiveParameters(files, artifacts), '-cp', artifacts.classPath, 'kafka.Kafka', files.properties];
  // A session of its own: Ctrl-C at the terminal must reach Node only, which ends the broker after its clients.
  const child = spawn('java', parameters, { detached: true, stdio: ['ignore', output, output] });
  closeSync(output);
  let ended = false;
  child.once('error', () => (ended = true)).once('exit', () => (ended = true));
  if (child.pid !== undefined) writeFileSync(files.pid, String(child.pid));
  const ready = await pollUntil(
    async () => {
      if (ended) return false;
      return (await brokerAnswers(address, security)) ? true : undefined;
    },
    { withinMs: READY_WITHIN_MS, everyMs: 50 },
  );
  child.unref();
  if (ready && child.pid !== undefined) return child.pid;
  if (child.pid !== undefined) await endProcess(child.pid, ENDING);
  return undefined;
}

function classArchiveParameters(files: BrokerFiles, artifacts: KafkaArtifacts): string[] {
  const shared = sharedClasses(artifacts);
  return shared.length > 0 ? shared : ['-Xlog:cds=off', '-Xlog:cds+dynamic=off', `-XX:ArchiveClassesAtExit=${files.classes}`];
}

/** The JVM wrote the archive while it ended; it gets the name that later starts look for only when it is complete. */
function keepClassArchive(files: BrokerFiles, artifacts: KafkaArtifacts): void {
  if (!existsSync(files.classes)) return;
  const copy = `${artifacts.classArchive}.${process.pid}`;
  copyFileSync(files.classes, copy);
  renameSync(copy, artifacts.classArchive);
  rmSync(files.classes, { force: true });
}
