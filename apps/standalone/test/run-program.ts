import { execFile } from 'node:child_process';
import { programEnvironment, standaloneProgram } from '#testing';

/** What a program printed, and how it ended. */
export interface ProgramEnd {
  exit: number;
  stdout: string;
  stderr: string;
}

/**
 * Run a program to its end. This process is not blocked meanwhile: fetch would not see that the server closes an unused
 * connection, and would send its next request on it.
 */
export function endOf(file: string, parameters: readonly string[], env: NodeJS.ProcessEnv): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    const child = execFile(file, parameters, { env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }, (_error, stdout, stderr) => {
      if (child.exitCode === null) reject(new Error(`${file} ended by ${child.signalCode ?? 'no start'}: ${stderr}`));
      else resolve({ exit: child.exitCode, stdout, stderr });
    });
  });
}

/** Run a program of the operator to its end. @param checkout another built one. @returns what it printed. @throws Error with its error message. */
export async function runProgram(
  name: string,
  parameters: string[],
  environment: Record<string, string>,
  checkout?: string,
): Promise<string> {
  const program = [standaloneProgram(name, checkout), ...parameters];
  const { exit, stdout, stderr } = await endOf(process.execPath, program, programEnvironment(environment));
  if (exit !== 0) throw new Error(stderr);
  return stdout;
}
