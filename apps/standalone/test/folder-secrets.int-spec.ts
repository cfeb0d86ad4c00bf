import { execFile } from 'node:child_process';
import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HundiFolder } from '../src/data-directory';

const PROCESSES = 3;
const ROUNDS = 50;
const COMPILED = join(__dirname, '../../../dist/apps/standalone/src/data-directory.js');

/** All processes make the secrets of one folder at the same moment, in each round. */
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

describe('the secrets of a data folder', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'hundi-secrets-'));
    mkdirSync(join(root, 'meeting'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('are the same for all processes that make them at the same moment', async () => {
    for (let round = 0; round < ROUNDS; round++) mkdirSync(join(root, String(round)));
    const run = promisify(execFile);
    const ends = await Promise.all(Array.from({ length: PROCESSES }, () => run(process.execPath, ['-e', SCRIPT, root])));
    const folderSecrets = Array.from({ length: ROUNDS }, (_, round): unknown => new HundiFolder(join(root, String(round))).secrets());
    for (const { stdout } of ends) expect(JSON.parse(stdout)).toEqual(folderSecrets);
    expect(readdirSync(join(root, '0'))).toEqual(['secrets.json']);
  });

  it('are refused and stay as they are where another build made fewer', () => {
    const path = join(root, 'secrets.json');
    const { cookieKeys: _missing, ...fewer } = new HundiFolder(root).secrets();
    writeFileSync(path, JSON.stringify(fewer));
    expect(() => new HundiFolder(root).secrets()).toThrow(
      `The data folder ${root} was made by another build of Hundi: its secrets.json lacks cookieKeys. Nothing was changed.`,
    );
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(fewer);
  });
});
