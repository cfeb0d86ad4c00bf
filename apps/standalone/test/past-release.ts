import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
/** The tree of the release before this one, which keeps its name when history is rewritten. Set it to the last one when one is made. */
const TREE = '7220da2a012aa57a903955e68ad8c8cf4fad34a9';

/** Whether this checkout has it: a shallow one has not. Says so. */
export function hasPastRelease(): boolean {
  const isThere = spawnSync('git', ['cat-file', '-e', `${TREE}^{tree}`], { cwd: ROOT }).status === 0;
  if (!isThere) process.stderr.write(`Skipped: this checkout does not reach back to the tree ${TREE.slice(0, 7)} of the release before.\n`);
  return isThere;
}

/** Builds it in a folder, with the packages of today. */
export function buildPastRelease(folder: string): void {
  mkdirSync(folder, { recursive: true });
  run(`git -C "${ROOT}" archive ${TREE} | tar -x`, folder);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  run(`"${process.execPath}" tools/build.mjs`, folder);
}

function run(command: string, cwd: string): void {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } });
  if (status !== 0) throw new Error(`${command}\n${stdout}\n${stderr}`);
}
