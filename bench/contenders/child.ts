import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface RunningContender {
  origin: string;
  pid: number;
  stop(): Promise<void>;
  /** SIGKILL: it ends in the middle of whatever it does. */
  kill(): Promise<void>;
}

const START_TIMEOUT_MS = 30_000;
const READY = /^listening (\d+)$/;

/**
 * Start one of the servers of this folder in a process of its own, as the product runs in its own, and wait for its
 * port. Ended by the id of the process that was started here.
 */
export async function startContender(script: string, env: Record<string, string> = {}): Promise<RunningContender> {
  const child = spawn(process.execPath, ['--disable-warning=TimeoutNegativeWarning', join(__dirname, `${script}.js`)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await portOf(script, child);
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => stopChild(child), kill: () => killChild(child) };
}

async function portOf(script: string, child: ChildProcess): Promise<number> {
  if (!child.stdout) throw new Error(`${script} has no output`);
  const lines = createInterface({ input: child.stdout });
  const signal = AbortSignal.timeout(START_TIMEOUT_MS);
  for (;;) {
    const [line] = (await Promise.race([once(lines, 'line', { signal }), once(lines, 'close', { signal })])) as [string?];
    if (line === undefined) throw new Error(`${script} ended before it listened`);
    const match = READY.exec(line);
    if (match) return Number(match[1]);
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
  await exited;
  clearTimeout(timer);
}

async function killChild(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
