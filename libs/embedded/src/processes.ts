import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pollUntil } from './waiting';

/** Whether a process runs. A zombie counts as gone: in containers no parent may ever collect it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return true; // no /proc on this system, or the process went this instant; the next look tells
  }
}

/** One way to ask a process to end, and how long it gets. */
export interface EndingStep {
  signal: NodeJS.Signals;
  /** Milliseconds to wait before the next, harder step. */
  graceMs: number;
}

/** End a process by its id, politely first. Resolves with false when it outlived every step. */
export async function endProcess(pid: number, steps: readonly EndingStep[]): Promise<boolean> {
  for (const step of steps) {
    if (!isAlive(pid)) return true;
    try {
      process.kill(pid, step.signal);
    } catch {
      // it went between the look and the signal
    }
    const gone = await pollUntil(() => (isAlive(pid) ? undefined : true), { withinMs: step.graceMs, everyMs: 10 });
    if (gone) return true;
  }
  return !isAlive(pid);
}

/** The end of what a process wrote, for the person at the terminal. */
export function lastWords(logFile: string): string {
  try {
    return readFileSync(logFile, 'utf8').trim().split('\n').slice(-8).join('\n');
  } catch {
    return '(it wrote no log)';
  }
}

/** Whether the command line of a process names something: its id alone may belong to another process by now. */
export function commandLineNames(pid: number, text: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
  } catch {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.includes(text) ?? false;
  }
}
