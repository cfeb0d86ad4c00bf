import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, serviceProcessesOf } from '#testing';
import { Heap } from './heap';

/** A Node process of a Hundi over Kafka. */
export interface NodeProcess {
  /** As its folder: gateway, payments, kyc, webhooks; standalone, which watches over them. */
  name: string;
  pid: number;
  /** Where it answers its health and metrics; undefined for the one that watches. */
  internalUrl: string | undefined;
}

/** Those of a Hundi over Kafka: the one that was started and its services. */
export function nodeProcessesOf(standalone: number): NodeProcess[] {
  const services = serviceProcessesOf(standalone).map((service) => ({ ...service, internalUrl: internalUrlOf(service.pid) }));
  return [{ name: 'standalone', pid: standalone, internalUrl: undefined }, ...services];
}

/** From the variables that the process was started with, which only Linux shows. */
function internalUrlOf(pid: number): string | undefined {
  const [, port] = /(?:^|\0)INTERNAL_PORT=(\d+)\0/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8')) ?? [];
  return port && `http://127.0.0.1:${port}`;
}

/** Their heaps as they are now, when they were started with heap-on-signal.cjs. @param folder where they write. */
export async function heapsOf(processes: readonly NodeProcess[], folder: string): Promise<{ name: string; heap: Heap }[]> {
  for (const { pid } of processes) process.kill(pid, 'SIGUSR2');
  const files = processes.map(({ name, pid }) => ({ name, file: join(folder, `${pid}.heapsnapshot`) }));
  await eventually(() => expect(files.filter(({ file }) => !existsSync(file))).toEqual([]), { withinMs: 60_000 });
  return files.map(({ name, file }) => ({ name, heap: new Heap(file) }));
}
