import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './repository-root';

const LOADER = join(ROOT, 'tools/jest/typescript.cjs');

/** Start Node on a TypeScript file beside a suite: a process that the suite may kill or freeze. */
export function startTypescript(script: string, parameters: string[], stdio: StdioOptions): ChildProcess {
  const options = { stdio, env: { ...process.env, NODE_OPTIONS: '' } };
  return spawn(process.execPath, ['--require', LOADER, script, ...parameters], options);
}
