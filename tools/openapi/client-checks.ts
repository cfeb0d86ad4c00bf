import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from './generator';
import { ROOT, ToolError, isInstalled, runTool } from './run-tool';

/** The Hundi that a client pays at. */
export interface Merchant {
  baseUrl: string;
  testKey: string;
}
/** Generates a client, then compiles and tries it. @returns what was done, in words. @throws ToolError when it fails, or lacks a program. */
type ClientCheck = (folder: string, merchant: Merchant, generate: () => Promise<void>) => Promise<string>;

/** How a client of each language is tried. */
export const CLIENT_CHECKS: Readonly<Record<Language, ClientCheck>> = {
  python: checkPython,
  go: checkGo,
  java: checkJava,
  'typescript-fetch': checkTypeScript,
};

/** Imports every module, pays, and compares what the models make of answers and events with what was sent. */
async function checkPython(folder: string, merchant: Merchant, generate: () => Promise<void>): Promise<string> {
  need('python3', 'Python 3.10 or newer');
  await generate();
  const python = join(folder, 'venv/bin/python');
  await runTool('python3', ['-m', 'venv', join(folder, 'venv')]);
  await runTool(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', 'requirements.txt'], folder);
  await runTool(python, ['-m', 'compileall', '-q', 'openapi_client'], folder);
  return runTool(python, [join(ROOT, 'tools/openapi/try-client.py'), merchant.baseUrl, merchant.testKey], folder);
}

async function checkGo(folder: string, _merchant: Merchant, generate: () => Promise<void>): Promise<string> {
  need('go', 'Go', 'version');
  await generate();
  for (const step of [
    ['mod', 'tidy'],
    ['build', './...'],
    ['vet', './...'],
  ])
    await runTool('go', step, folder);
  return `${countFiles(folder, 'model_')} models; go build and go vet find nothing`;
}

async function checkJava(folder: string, _merchant: Merchant, generate: () => Promise<void>): Promise<string> {
  await generate();
  await runTool('mvn', ['-q', '-B', 'compile'], folder);
  return `${countFiles(join(folder, 'src/main/java/org/openapitools/client/model'), '')} models; mvn compile finds nothing`;
}

/** Compiles as strictly as there is, and pays. */
async function checkTypeScript(folder: string, merchant: Merchant, generate: () => Promise<void>): Promise<string> {
  await generate();
  await compileTypeScript(folder);
  return runTool(process.execPath, [join(ROOT, 'tools/openapi/try-client.mjs'), merchant.baseUrl, merchant.testKey, folder]);
}

/** `tsc --strict` into the folder's `dist`. */
export async function compileTypeScript(folder: string): Promise<void> {
  const compilerOptions = { strict: true, target: 'es2022', module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'] };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, types: [], outDir: 'dist' }, files: ['index.ts'] }),
  );
  await runTool(process.execPath, [join(ROOT, 'node_modules/@typescript/native/bin/tsc'), '-p', folder]);
}

function need(program: string, name: string, parameter?: string): void {
  if (!isInstalled(program, parameter)) throw new ToolError(`"${program}" was not found. Install ${name}.`);
}

function countFiles(folder: string, prefix: string): number {
  return readdirSync(folder).filter((name) => name.startsWith(prefix)).length;
}
