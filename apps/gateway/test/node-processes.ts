import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '#testing';
import { Heap } from './heap';

/** A Node process of a Hundi over Kafka. */
export interface NodeProcess {
  /** As its folder: gateway, payments, kyc, webhooks; standalone, which watches over them. */
  name: string;
  pid: number;
  /** Where it answers its health and metrics; undefined for the one that watches. */
  internalUrl: string | undefined;
}

/** Those of a Hundi, by the process that was started. Linux says which there are. */
export function nodeProcessesOf(pid: number): NodeProcess[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  return [pid, ...children].flatMap((one) => {
    const [, name] = /dist\/apps\/([a-z]+)\/src\/[a-z]+\.js/.exec(readFileSync(`/proc/${one}/cmdline`, 'utf8')) ?? [];
    if (name === undefined) return [];
    const [, port] = /(?:^|\0)INTERNAL_PORT=(\d+)\0/.exec(readFileSync(`/proc/${one}/environ`, 'utf8')) ?? [];
    return [{ name, pid: one, internalUrl: port && `http://127.0.0.1:${port}` }];
  });
}

/** Their heaps as they are now, when they were started with heap-on-signal.cjs. @param folder where they write. */
export async function heapsOf(processes: readonly NodeProcess[], folder: string): Promise<{ name: string; heap: Heap }[]> {
  for (const { pid } of processes) process.kill(pid, 'SIGUSR2');
  const files = processes.map(({ name, pid }) => ({ name, file: join(folder, `${pid}.heapsnapshot`) }));
  await eventually(() => expect(files.filter(({ file }) => !existsSync(file))).toEqual([]), { withinMs: 60_000 });
  return files.map(({ name, file }) => ({ name, heap: new Heap(file) }));
}
