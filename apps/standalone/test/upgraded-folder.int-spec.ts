import { execFile } from 'node:child_process';
import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HundiFolder } from '../src/data-directory';

const PROCESSES = 3;
const ROUNDS = 50;
const COMPILED = join(__dirname, '../../../dist/apps/standalone/src/data-directory.js');

/** In each round all processes read the secrets of one folder at the same moment. */
const SCRIPT = `
  const { HundiFolder } = require(${JSON.stringify(COMPILED)});
  const { readdirSync, writeFileSync } = require('node:fs');
  const [, root] = process.argv;
  const all = [];
  for (let round = 0; round < ${ROUNDS}; round++) {
    writeFileSync(root + '/meeting/' + round + '.' + process.pid, '');
    while (readdirSync(root + '/meeting').filter((name) => name.startsWith(round + '.')).length < ${PROCESSES});
    all.push(new HundiFolder(root + '/' + round).secrets());
  }
  console.log(JSON.stringify(all));
`;

describe('a folder of a version that had fewer secrets', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'hundi-upgraded-'));
    mkdirSync(join(root, 'meeting'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('gives every command the same secrets when several upgrade it at once, and keeps the old ones', async () => {
    const old = { apiKeyPepper: 'pepper-of-before', internalToken: 'token-of-before' };
    for (let round = 0; round < ROUNDS; round++) {
      mkdirSync(join(root, String(round)));
      writeFileSync(join(root, String(round), 'secrets.json'), JSON.stringify(old));
    }
    const run = promisify(execFile);
    const ends = await Promise.all(Array.from({ length: PROCESSES }, () => run(process.execPath, ['-e', SCRIPT, root])));
    const kept = Array.from({ length: ROUNDS }, (_, round): unknown => new HundiFolder(join(root, String(round))).secrets());
    for (const { stdout } of ends) expect(JSON.parse(stdout)).toEqual(kept);
    expect(kept[0]).toEqual({ ...(JSON.parse(readFileSync(join(root, '0/secrets.json'), 'utf8')) as object), ...old });
    expect(readdirSync(join(root, '0'))).toEqual(['secrets.json']);
  });
});
