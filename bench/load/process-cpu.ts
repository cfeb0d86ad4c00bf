import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second of /proc on every Linux of today. */
const TICK_MICROS = 10_000;

interface ProcessTimes {
  parent: number;
  ticks: number;
  /** Of children that ended. */
  endedTicks: number;
  /** What of it is in memory, pages shared with others included. */
  residentBytes: number;
  name: string;
}

/** CPU in microseconds, by what spent it. */
export type CpuByKind = Record<'node' | 'postgres' | 'kafka', number>;

/** The same of each kind. */
export function ofEachKind(valueOf: (kind: keyof CpuByKind) => number): CpuByKind {
  return { node: valueOf('node'), postgres: valueOf('postgres'), kafka: valueOf('kafka') };
}

/** Of all kinds together. */
export function totalOf({ node, postgres, kafka }: CpuByKind): number {
  return node + postgres + kafka;
}

/** Of the kernels that Hundi is measured on. */
const PAGE_BYTES = 4_096;
/** What `partName` calls processes of Node. */
const NODE_PARTS = new Set(['hundi', 'gateway', 'payments', 'kyc', 'webhooks']);

/**
 * CPU spent so far by a process and everything below it, in microseconds by part, and by this process (`load`). A figure
 * that holds on a machine others use too, where rates do not. Linux only: it reads /proc.
 *
 * @param sessionNames names of Postgres backends, which all look alike from outside.
 */
export function cpuByPart(rootPid: number, sessionNames: ReadonlyMap<number, string>): Map<string, number> {
  const all = readProcesses();
  const parts = new Map<string, number>();
  const add = (part: string, micros: number): void => void parts.set(part, (parts.get(part) ?? 0) + micros);
  for (const [pid, { ticks, name }] of all) if (isBelow(pid, rootPid, all)) add(sessionNames.get(pid) ?? name, ticks * TICK_MICROS);
  const { user, system } = process.cpuUsage();
  add('load', user + system);
  return parts;
}

/** CPU spent so far by a process and everything below it, in microseconds. */
export function cpuMicrosOf(rootPid: number): number {
  const all = readProcesses();
  return [...all].reduce((sum, [pid, { ticks }]) => (isBelow(pid, rootPid, all) ? sum + ticks * TICK_MICROS : sum), 0);
}

/** CPU spent so far by processes of which none is below another, and by everything below them; also by what has ended meanwhile. */
export function cpuByKind(rootPids: readonly number[]): CpuByKind {
  const all = readProcesses();
  const spent = ofEachKind(() => 0);
  for (const [pid, { ticks, endedTicks, name }] of all)
    if (rootPids.some((root) => isBelow(pid, root, all))) spent[kindOf(name)] += (ticks + endedTicks) * TICK_MICROS;
  return spent;
}

function kindOf(name: string): keyof CpuByKind {
  if (name === 'kafka') return 'kafka';
  return name === 'postgres other' ? 'postgres' : 'node';
}

/** Memory of every process of Node in a process and everything below it, in MB by part (RSS; V8 and the program are in it). */
export function nodeMemoryOf(rootPid: number): Map<string, number> {
  const all = readProcesses();
  const nodes = [...all].filter(([pid, { name }]) => NODE_PARTS.has(name) && isBelow(pid, rootPid, all));
  return new Map(nodes.map(([, { name, residentBytes }]) => [name, residentBytes / 1e6]));
}

/** What each part spent between two readings, for each of `count` payments, and the sum of all. Parts below 0.5 µs are left out. */
export function partsBetween(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>, count: number): Map<string, number> {
  const costs = [...after].map(([part, micros]) => [part, (micros - (before.get(part) ?? 0)) / count] as const);
  const total = costs.reduce((sum, [, micros]) => sum + micros, 0);
  return new Map([['total', total], ...costs.filter(([, micros]) => micros >= 0.5).sort((left, right) => right[1] - left[1])]);
}

function readProcesses(): Map<number, ProcessTimes> {
  const processes = new Map<number, ProcessTimes>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      // The name stands in brackets and may hold anything; after it come state, parent, …, utime (14th field), stime, cutime, cstime, …, rss (24th).
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const [ticks, endedTicks] = [Number(fields[11]) + Number(fields[12]), Number(fields[13]) + Number(fields[14])];
      const name = partName(readFileSync(`/proc/${entry}/cmdline`, 'utf8').split('\0').filter(Boolean));
      const residentBytes = Number(fields[21]) * PAGE_BYTES;
      processes.set(Number(entry), { parent: Number(fields[1]), ticks, endedTicks, residentBytes, name });
    } catch {
      // It ended between the listing and the reading.
    }
  }
  return processes;
}

function isBelow(pid: number, rootPid: number, all: ReadonlyMap<number, ProcessTimes>): boolean {
  let current: number | undefined = pid;
  while (current !== undefined && current > 1) {
    if (current === rootPid) return true;
    current = all.get(current)?.parent;
  }
  return false;
}

/** `gateway`, `payments`, `postgres other`, `kafka` …: what a person calls it. */
function partName(command: readonly string[]): string {
  const text = command.join(' ');
  if (text.startsWith('postgres: ') || command[0]?.endsWith('/postgres')) return 'postgres other';
  if (command[0]?.endsWith('java')) return 'kafka';
  const app = /apps\/(\w+)\/src\/(\w+)\.js/.exec(text);
  if (!app) return 'other';
  return app[1] === 'standalone' ? 'hundi' : (app[1] ?? 'other');
}
