// `npm run openapi:clients [-- python go java typescript-fetch]`: generates client libraries from the published document of a
// Hundi that it starts, compiles them, and pays with those of Python and TypeScript.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHundi, type HundiProcess } from '#testing';
import { CLIENT_CHECKS } from './client-checks';
import { GENERATOR_VERSION, fetchGenerator, generateClients, type Language } from './generator';
import { ToolError } from './run-tool';

const LANGUAGES = Object.keys(CLIENT_CHECKS) as Language[];

async function main(): Promise<void> {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((word) => !(LANGUAGES as string[]).includes(word));
  if (unknown.length > 0) throw new ToolError(`${unknown.join()} is no language of this command. There are ${LANGUAGES.join(', ')}.`);
  const jar = await fetchGenerator();
  const folder = mkdtempSync(join(tmpdir(), 'hundi-clients-'));
  const hundi = await startHundi({ mode: 'embedded', environment: { RATE_LIMIT_ENABLED: 'false' } });
  try {
    const document = join(folder, 'openapi.json');
    writeFileSync(document, await (await fetch(`${hundi.baseUrl}/v1/openapi.json`)).text());
    console.log(`openapi-generator ${GENERATOR_VERSION}`);
    for (const language of LANGUAGES.filter((name) => asked.length === 0 || asked.includes(name))) {
      await generateAndCheck(language, { jar, document, folder, hundi });
    }
  } finally {
    await hundi.stopAndRemove();
  }
  if (process.exitCode === undefined) rmSync(folder, { recursive: true, force: true });
  else console.log(`The clients are in ${folder}.`);
}

interface Place {
  jar: string;
  document: string;
  /** It holds a folder for each language. */
  folder: string;
  hundi: HundiProcess;
}

async function generateAndCheck(language: Language, { jar, document, folder, hundi }: Place): Promise<void> {
  const startedAt = performance.now();
  try {
    const summary = await CLIENT_CHECKS[language](join(folder, language), hundi, () => generateClients(jar, document, [language], folder));
    console.log(`ok      ${language.padEnd(17)} ${((performance.now() - startedAt) / 1_000).toFixed(0)} s  ${summary.trim()}`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`FAILED  ${language.padEnd(17)} ${(error as Error).message}`);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof ToolError ? error.message : error);
  process.exitCode = 1;
});
