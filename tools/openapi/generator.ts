import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
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

/** A machine runs it once: compiling its byte code as well as can be costs more than it saves. */
const JAVA = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-jar'];

/** Writes a client for each language, with the default settings of the generator, into a folder of its name, which is made anew. */
export async function generateClients(jar: string, document: string, languages: readonly Language[], folder: string): Promise<void> {
  const settings = languages.map((language) => {
    const outputDir = join(folder, language);
    rmSync(outputDir, { recursive: true, force: true });
    const path = join(folder, `${language}.json`);
    writeFileSync(path, JSON.stringify({ generatorName: language, inputSpec: document, outputDir }));
    return path;
  });
  await runTool('java', [...JAVA, jar, 'batch', '--fail-fast', '--threads', '1', ...settings]);
}
