import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endProcess, isAlive } from '#embedded';
import { eventually, hundiMode, programEnvironment, standaloneProgram } from '#testing';

jest.setTimeout(120_000);

const PROGRAM = { embedded: 'main.js', kafka: 'kafka.js' } as const;

describe(`Ctrl-C while Hundi starts, ${hundiMode()}`, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hundi-interrupted-start-'));
  const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid');
  let postgres = 0;

  afterAll(async () => {
    if (postgres > 0) await endProcess(postgres, [{ signal: 'SIGKILL', graceMs: 5_000 }]);
    rmSync(dataDir, { recursive: true });
  });

  it('stops the Postgres that it has started, and says so', async () => {
    const environment = programEnvironment({ PORT: '0', HUNDI_DATA_DIR: dataDir });
    const hundi = spawn(process.execPath, [standaloneProgram(PROGRAM[hundiMode()])], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    for (const stream of [hundi.stdout, hundi.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await eventually(() => expect(existsSync(pidFile)).toBe(true), { withinMs: 60_000, everyMs: 5 });
    postgres = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
    hundi.kill('SIGINT');
    const [exit] = (await once(hundi, 'close')) as [number | null];
    expect([exit, printed, isAlive(postgres)]).toEqual([
      130,
      'Hundi was interrupted while it started. What ran already was stopped.\n',
      false,
    ]);
  });
});
