import { existsSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Gives a process the processor before others, as a machine of its own would. Linux hands out the cores among sessions first, and among
 * the processes of each session then, so both are set (sched(7), The autogroup feature).
 *
 * @param priority -20, before all others, to 19; 0 as usual.
 * @returns whether it was allowed: root may.
 */
export function prioritize(pid: number, priority: number): boolean {
  const session = `/proc/${pid}/autogroup`;
  try {
    setPriority(pid, priority);
    if (existsSync(session)) writeFileSync(session, String(priority));
    return true;
  } catch {
    return false;
  }
}
