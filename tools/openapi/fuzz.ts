// `npm run openapi:fuzz [-- options of schemathesis]`: starts a Hundi without rate limits and has schemathesis try every
// operation of its strict document: examples, coverage, fuzzing, and stories along the links. schemathesis.toml says how.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startHundi } from '#testing';
import { CACHE, ROOT, ToolError, isInstalled, runTool } from './run-tool';

/** The schemathesis whose findings are known. */
const SCHEMATHESIS_VERSION = '4.32.5';

async function main(): Promise<void> {
  const schemathesis = await installSchemathesis();
  const hundi = await startHundi({ mode: 'embedded', environment: { RATE_LIMIT_ENABLED: 'false' } });
  try {
    const document = `${hundi.baseUrl}/v1/openapi.strict.json`;
    const parameters = ['run', document, '--header', `Authorization: Bearer ${hundi.testKey}`, ...process.argv.slice(2)];
    process.exitCode = await runInView(schemathesis, parameters);
  } finally {
    await hundi.stopAndRemove();
  }
}

/** Into an environment of its own, once. @throws ToolError that says what to install. */
async function installSchemathesis(): Promise<string> {
  if (!isInstalled('python3')) throw new ToolError('schemathesis needs Python 3.10 or newer, and "python3" was not found.');
  const folder = join(CACHE, `schemathesis-${SCHEMATHESIS_VERSION}`);
  const program = join(folder, 'bin/schemathesis');
  if (existsSync(program)) return program;
  mkdirSync(CACHE, { recursive: true });
  await runTool('python3', ['-m', 'venv', folder]);
  const wanted = `schemathesis==${SCHEMATHESIS_VERSION}`;
  await runTool(join(folder, 'bin/python'), ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', wanted]);
  return program;
}

/** Its output is shown as it comes: a run takes minutes. */
function runInView(program: string, parameters: readonly string[]): Promise<number> {
  const child = spawn(program, parameters, { cwd: ROOT, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof ToolError ? error.message : error);
  process.exitCode = 1;
});
