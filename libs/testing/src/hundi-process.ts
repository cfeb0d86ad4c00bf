import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inheritedEnvironment } from './config';
import { makeRunFolder } from './jest/run-folder';
import { ROOT } from './repository-root';

/** How a whole Hundi is run: one process, or four over Kafka. */
export type HundiMode = 'embedded' | 'kafka';

export interface StartHundiOptions {
  mode: HundiMode;
  /** Environment on top of the test's own, for instance `{ RATE_LIMIT_ENABLED: 'false' }`. */
  environment?: Record<string, string>;
  /** Folder to use again; a new one when left out. */
  dataDir?: string;
  /** Folder of another checkout, built: its programs run. */
  checkout?: string;
  /** Run as another user. Only root may. */
  uid?: number;
  gid?: number;
}

/** What the welcome says, and the process behind it. */
export interface HundiProcess {
  mode: HundiMode;
  baseUrl: string;
  testKey: string;
  liveKey: string;
  dataDir: string;
  pid: number;
  /** Everything it has printed so far. */
  output(): string;
  /** Resolves with the exit code or signal when it ends, for any reason. */
  ended: Promise<number | NodeJS.Signals>;
  /** Send a signal and wait for the end. @returns the exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
  /** `end('SIGTERM')` and remove the folder. */
  stopAndRemove(): Promise<void>;
}

/** A Hundi that ended before it said that it runs. */
export class HundiDidNotStartError extends Error {
  constructor(
    readonly exit: number | NodeJS.Signals,
    readonly output: string,
  ) {
    super(`Hundi ended with ${exit} before it was ready:\n${output}`);
  }
}

const PROGRAM = { embedded: 'main.js', kafka: 'kafka.js' } as const satisfies Record<HundiMode, string>;
/** As the scripts of package.json have them. */
const NODE_FLAGS = { embedded: ['--expose-gc'], kafka: [] } as const satisfies Record<HundiMode, string[]>;
const READY_LINE = 'Ctrl-C stops Hundi';
/** A Hundi over Kafka takes eight seconds of two quiet cores. */
const READY_WITHIN_MS = 150_000;
const END_WITHIN_MS = 40_000;

/** The compiled program of apps/standalone, for child processes. */
export function standaloneProgram(name: string, checkout = ROOT): string {
  return join(checkout, 'dist/apps/standalone/src', name);
}

/** The environment for a child that must not see what belongs to the test run. */
export function programEnvironment(changes: Record<string, string | undefined>): NodeJS.ProcessEnv {
  const own = {
    ...{ NODE_OPTIONS: '', DATABASE_URL: undefined, JEST_WORKER_ID: undefined, NODE_ENV: 'development' },
    // As the scripts of package.json set it.
    MALLOC_ARENA_MAX: '1',
    // A run starts the same programs a hundred times.
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/programs'),
  };
  return inheritedEnvironment({ ...own, ...changes });
}

/**
 * Start the built Hundi in a process of its own, on a free port, and wait for its welcome.
 *
 * @throws HundiDidNotStartError when it ends instead.
 */
export async function startHundi(options: StartHundiOptions): Promise<HundiProcess> {
  if (options.dataDir !== undefined) return launch(options, options.dataDir, options.dataDir);
  const runFolder = makeRunFolder();
  try {
    return await launch(options, join(runFolder, 'data'), runFolder);
  } catch (error) {
    rmSync(runFolder, { recursive: true, force: true });
    throw error;
  }
}

/** @param ownedFolder removed by `stopAndRemove`. */
async function launch(options: StartHundiOptions, dataDir: string, ownedFolder: string): Promise<HundiProcess> {
  const { uid, gid, mode, checkout = ROOT } = options;
  const child = spawn(process.execPath, [...NODE_FLAGS[mode], standaloneProgram(PROGRAM[mode], checkout)], {
    env: programEnvironment({ PORT: '0', HUNDI_DATA_DIR: dataDir, ...options.environment }),
    uid,
    gid,
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collectOutput(child);
  const ended = endOf(child);
  await untilReady(child, output, ended);
  const end = async (signal: NodeJS.Signals): Promise<number | NodeJS.Signals> => {
    child.kill(signal);
    return withinOrThrow(ended, END_WITHIN_MS, () => `Hundi did not end within ${END_WITHIN_MS} ms of ${signal}:\n${output()}`);
  };
  const stopAndRemove = async (): Promise<void> => {
    await end('SIGTERM');
    rmSync(ownedFolder, { recursive: true, force: true });
  };
  return { mode, ...readBanner(output()), dataDir, pid: child.pid ?? 0, output, ended, end, stopAndRemove };
}

function collectOutput(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return () => text;
}

function endOf(child: ChildProcess): Promise<number | NodeJS.Signals> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'SIGKILL'));
  });
}

async function untilReady(child: ChildProcess, output: () => string, ended: Promise<number | NodeJS.Signals>): Promise<void> {
  const ready = new Promise<undefined>((resolve) => {
    child.stdout?.on('data', () => output().includes(READY_LINE) && resolve(undefined));
  });
  const exit = await withinOrThrow(Promise.race([ready, ended]), READY_WITHIN_MS, () => {
    child.kill('SIGKILL');
    return `Hundi was not ready within ${READY_WITHIN_MS} ms:\n${output()}`;
  });
  if (exit !== undefined) throw new HundiDidNotStartError(exit, output());
}

function readBanner(text: string): { baseUrl: string; testKey: string; liveKey: string } {
  const find = (label: string): string => new RegExp(`${label}\\s+(\\S+)`).exec(text)?.[1] ?? '';
  return { baseUrl: find('Base URL'), testKey: find('Test key'), liveKey: find('Live key') };
}

/** @param onExpiry called only when the time is over. */
async function withinOrThrow<T>(work: Promise<T>, limitMs: number, onExpiry: () => string): Promise<T> {
  const settled = new AbortController();
  const expired = delay(limitMs, undefined, { signal: settled.signal }).then(() => {
    throw new Error(onExpiry());
  });
  expired.catch(() => undefined);
  try {
    return await Promise.race([work, expired]);
  } finally {
    settled.abort();
  }
}
