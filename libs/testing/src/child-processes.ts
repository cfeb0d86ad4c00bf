import { spawnSync } from 'node:child_process';

/** A process that another one started. */
export interface ChildProcess {
  pid: number;
  /** The program and its arguments, with spaces between them. */
  commandLine: string;
}

/** The children of a process that run now; grandchildren are left out. Asks `ps`, which Linux and macOS both have. */
export function childProcessesOf(parent: number): ChildProcess[] {
  const { stdout, error } = spawnSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8', timeout: 10_000 });
  if (error) throw error;
  return [...stdout.matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm)]
    .filter(([, , parentPid]) => Number(parentPid) === parent)
    .map(([, pid, , commandLine = '']) => ({ pid: Number(pid), commandLine }));
}

/** The services that `npm run start:kafka` started, as the folder of each under apps/ is called. */
export function serviceProcessesOf(standalone: number): { name: string; pid: number }[] {
  return childProcessesOf(standalone).flatMap(({ pid, commandLine }) => {
    const [, name] = /\/apps\/([a-z]+)\/src\/[a-z]+\.js/.exec(commandLine) ?? [];
    return name === undefined ? [] : [{ name, pid }];
  });
}
