import { endOf } from './run-program';

/** What a pasted command printed, and what the server said. */
export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** The line of the banner that begins with this text. */
export function lineOf(output: string, start: string): string {
  const line = output.split('\n').find((candidate) => candidate.startsWith(start));
  if (line === undefined) throw new Error(`The banner has no line that begins with "${start}":\n${output}`);
  return line;
}

/** Run a curl command line through a shell, exactly as printed but for the status, which is asked for besides. */
export async function paste(commandLine: string): Promise<Answer> {
  const { stdout, stderr, exit } = await endOf('/bin/sh', ['-c', `${commandLine} -w '\\n%{http_code}'`], process.env);
  if (exit !== 0) throw new Error(`The pasted command ended with ${exit}: ${stderr}`);
  const cut = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(cut + 1)), body: JSON.parse(stdout.slice(0, cut)) as Record<string, unknown> };
}
