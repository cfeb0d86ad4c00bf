import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
const COPIED = [
  'apps',
  'libs',
  'bench',
  'tools',
  'docs/reference',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'jest.config.cjs',
];

/** Copies the sources of this checkout into a folder, where a test edits and builds them. The packages are a link. */
export function copyCheckout(folder: string): void {
  for (const path of COPIED) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

/** Replaces a text of a file. @throws Error when the file does not have it exactly once. */
export function replaceOnce(path: string, before: string, after: string): void {
  const parts = readFileSync(path, 'utf8').split(before);
  if (parts.length !== 2) throw new Error(`${path} has ${parts.length - 1} times ${before}`);
  writeFileSync(path, parts.join(after));
}

/** Runs a program of Node in a checkout to its end. @returns its output, also when it fails. */
export function runIn(folder: string, ...parameters: string[]): { status: number | null; text: string } {
  const environment = { ...process.env, NODE_OPTIONS: '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, parameters, { cwd: folder, encoding: 'utf8', env: environment });
  return { status, text: `${stdout}${stderr}` };
}
