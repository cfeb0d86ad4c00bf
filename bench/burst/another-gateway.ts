import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { findFreePort } from '#embedded';
import { eventually } from '#testing';

const GATEWAY = /apps\/gateway\/src\/main\.js/;
const READY_WITHIN_MS = 60_000;

/** A gateway beside the first one of a Hundi over Kafka. */
export interface AnotherGateway {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts it as the first one was started, on ports of its own, and waits until it serves. Linux only: it reads /proc.
 *
 * @param hundiPid the process that the services hang below.
 */
export async function startAnotherGateway(hundiPid: number): Promise<AnotherGateway> {
  const first = gatewayOf(hundiPid);
  const [port, internalPort] = [await findFreePort(), await findFreePort()];
  const [command = '', ...parameters] = read(first, 'cmdline').split('\0').filter(Boolean);
  const own = { PORT: String(port), INTERNAL_PORT: String(internalPort) };
  const child = spawn(command, parameters, { env: { ...environmentOf(first), ...own }, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  const assertServing = async (): Promise<void> => {
    const { ok } = await fetch(`http://127.0.0.1:${internalPort}/health/ready`);
    if (!ok) throw new Error('not ready');
  };
  await eventually(assertServing, { withinMs: READY_WITHIN_MS });
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The first gateway of a Hundi over Kafka. @param hundiPid as above. @throws Error when none is running. */
export function gatewayOf(hundiPid: number): number {
  const pid = childrenOf(hundiPid).find((child) => GATEWAY.test(read(child, 'cmdline')));
  if (pid === undefined) throw new Error('no gateway is running');
  return pid;
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  return pids.map(Number).filter((pid) => /^PPid:\s+(\d+)$/m.exec(read(pid, 'status'))?.[1] === String(parent));
}

function environmentOf(pid: number): NodeJS.ProcessEnv {
  const entries = read(pid, 'environ').split('\0').filter(Boolean);
  return Object.fromEntries(entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]));
}

/** Empty for a process that has ended meanwhile. */
function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
