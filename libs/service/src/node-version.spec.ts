import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { problemWithNode, NODE_MAJOR_MIN } from './node-version';

describe('the version of Node', () => {
  it.each(['v20.19.0', 'v22.20.0', 'v23.11.1'])('%s is too old, and the message says what to do', (version) => {
    expect(problemWithNode(version)).toMatch(new RegExp(`^Node ${version} is too old: Hundi runs on Node 24\\.\\n.*npm ci`));
  });

  it.each(['v24.0.0', 'v24.18.1', 'v26.1.0'])('%s is not', (version) => {
    expect(problemWithNode(version)).toBeUndefined();
  });

  it('is the one that is asked for before npm scripts', () => {
    const check = join(__dirname, '../../../tools/check-node.cjs');
    const statusOf = (major: number): number | null => spawnSync(process.execPath, [check, `v${major}.0.0`]).status;
    expect([statusOf(NODE_MAJOR_MIN - 1), statusOf(NODE_MAJOR_MIN)]).toEqual([1, 0]);
  });
});
