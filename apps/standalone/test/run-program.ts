import { spawnSync } from 'node:child_process';
import { programEnvironment, standaloneProgram } from '#testing';

/** Run a program of the operator to its end. @returns what it printed. @throws Error with what it complained about. */
export function runProgram(name: string, parameters: string[], environment: Record<string, string>): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [standaloneProgram(name), ...parameters], {
    env: programEnvironment(environment),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
