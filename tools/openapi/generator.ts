import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { missingJavaTools } from '#embedded';
import { CACHE, ToolError, runTool } from './run-tool';

/** The openapi-generator whose clients are known to work. */
export const GENERATOR_VERSION = '7.25.0';
/** Languages by the generator's own names for them. */
export type Language = 'python' | 'go' | 'java' | 'typescript-fetch';

/** The generator as one jar, downloaded by Maven once (32 MB). @throws ToolError that says what to install. */
export async function fetchGenerator(): Promise<string> {
  const missing = missingJavaTools();
  if (missing !== undefined) throw new ToolError(`openapi-generator needs ${missing}.`);
  const jar = join(CACHE, `openapi-generator-cli-${GENERATOR_VERSION}.jar`);
  if (existsSync(jar)) return jar;
  mkdirSync(CACHE, { recursive: true });
  const artifact = `org.openapitools:openapi-generator-cli:${GENERATOR_VERSION}`;
  await runTool('mvn', ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${CACHE}`], CACHE);
  return jar;
}

/** Writes a client with the default settings of the generator into the folder, which is made anew. */
export async function generateClient(jar: string, document: string, language: Language, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  await runTool('java', ['-jar', jar, 'generate', '-i', document, '-g', language, '-o', folder]);
}
