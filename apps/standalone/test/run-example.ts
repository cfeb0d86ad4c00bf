import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Runs a script of `examples/` as a reader of the documentation would: a shell, curl, and the two variables. */
export async function runExample(name: string, baseUrl: string, apiKey: string): Promise<{ code: number | null; output: string }> {
  const script = join(__dirname, '../../../examples', name);
  const child = spawn('/bin/sh', [script], { env: { PATH: '/usr/bin:/bin', BASE_URL: baseUrl, API_KEY: apiKey } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  return { code, output };
}
