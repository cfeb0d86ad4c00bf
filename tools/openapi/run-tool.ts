import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** npm starts every program there, and so does jest. */
export const ROOT = process.cwd();
/** What the programs of this folder download, once. */
export const CACHE = join(ROOT, '.cache/openapi');
/** A step that takes longer hangs: the first one downloads. */
const STEP_TIMEOUT_MS = 600_000;
/** The end of what a failed step has said. */
const SHOWN_CHARACTERS = 4_000;

/** A sentence for the person at the terminal. */
export class ToolError extends Error {}

/** Runs a program to its end, and keeps what it says for when it fails. @throws ToolError with the last of it. */
export async function runTool(program: string, parameters: readonly string[], cwd = ROOT): Promise<string> {
  const child = spawn(program, parameters, { cwd, timeout: STEP_TIMEOUT_MS, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part: string) => (output += part));
  const code = await new Promise<number | string | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exit, signal) => resolve(exit ?? signal));
  });
  if (code === 0) return output;
  throw new ToolError(`${[program, ...parameters].join(' ')} ended with ${code}:\n${output.slice(-SHOWN_CHARACTERS)}`);
}

/** Whether a program is there and answers. */
export function isInstalled(program: string, parameter = '--version'): boolean {
  return spawnSync(program, [parameter]).status === 0;
}
