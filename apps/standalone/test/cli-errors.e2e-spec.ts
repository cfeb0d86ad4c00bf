import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HundiDidNotStartError, hundiUnderTest, programEnvironment, standaloneProgram, startHundi } from '#testing';
import { endOf } from './run-program';

const ROOT = join(__dirname, '../../..');

/** The words of a Hundi that refuses to start. */
async function problemOf(environment: Record<string, string>, dataDir?: string): Promise<{ exit: number | string; lines: string[] }> {
  const failure = await startHundi({ mode: 'embedded', environment, dataDir }).catch((error: unknown) => error);
  if (!(failure instanceof HundiDidNotStartError)) throw new Error(`Hundi started although it should not: ${String(failure)}`);
  return { exit: failure.exit, lines: failure.output.trim().split('\n') };
}

async function program(
  name: string,
  parameters: string[],
  environment: Record<string, string>,
): Promise<{ exit: number; lines: string[] }> {
  const { exit, stdout, stderr } = await endOf(process.execPath, [standaloneProgram(name), ...parameters], programEnvironment(environment));
  return { exit, lines: (stdout + stderr).trim().split('\n') };
}

describe('what is wrong is said in two lines, without a stack', () => {
  it('when the port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    expect(await problemOf({ PORT: String(port) })).toEqual({
      exit: 1,
      lines: [
        `Port ${port} on 127.0.0.1 is already taken by another program.`,
        'Stop that program, or choose another port: PORT=4001 npm start',
      ],
    });
    await new Promise((resolve) => other.close(resolve));
  });

  it.each([
    ['below a file', '/dev/null/hundi', 'ENOTDIR'],
    ['a file', '/dev/null', 'ENOTDIR'],
    // Node's own way of making a path never ends there.
    ['where no folder can be made', '/proc/hundi/data', 'ENOENT'],
  ])('when the data folder is not writable: %s', async (_where, folder, reason) => {
    expect(await problemOf({}, folder)).toEqual({
      exit: 1,
      lines: [`The data folder ${folder} is not writable (${reason}).`, 'Choose another one: HUNDI_DATA_DIR=<folder> npm start'],
    });
  });

  it.each([
    ['secrets.json', 'Without the secrets of this folder its data cannot be read: take the file from a backup of the folder.'],
    ['run.json', 'Delete it when no Hundi runs on this folder: the next start makes it.'],
  ])('when %s of the data folder is damaged', async (name, advice) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'hundi-damaged-folder-'));
    writeFileSync(join(dataDir, name), '{"apiKeyPepper":"a-sec');
    const { exit, lines } = await program('operator/keys.js', ['list'], { HUNDI_DATA_DIR: dataDir });
    rmSync(dataDir, { recursive: true });
    expect({ exit, lines }).toEqual({ exit: 1, lines: [`${join(dataDir, name)} is damaged: it is not JSON.`, advice] });
  });

  it('when another Hundi uses the data folder', async () => {
    const { dataDir, pid } = hundiUnderTest();
    const { exit, lines } = await problemOf({}, dataDir);
    expect({ exit, last: lines.at(-1) }).toEqual({
      exit: 1,
      last: `Another running Hundi (process ${pid}) already uses ${dataDir}. Stop it, or choose another folder with HUNDI_DATA_DIR.`,
    });
    expect(lines).toHaveLength(1);
  });

  it('when a setting is wrong, all of them at once', async () => {
    const { exit, lines } = await problemOf({ PORT: 'many', LOG_LEVEL: 'loud' });
    expect(exit).toBe(1);
    expect(lines[0]).toBe('The configuration is not usable:');
    expect(lines.filter((line) => /PORT|LOG_LEVEL/.test(line))).toHaveLength(2);
    expect(lines).toHaveLength(3);
  });

  it('when Node is too old', () => {
    const check = spawnSync(process.execPath, [join(ROOT, 'tools/check-node.cjs'), 'v18.20.4'], { encoding: 'utf8' });
    expect(check.status).toBe(1);
    expect(check.stderr).toMatch(/^Node v18\.20\.4 is too old: Hundi runs on Node 24\.\n.*npm ci.*\n$/);
  });

  it('and Node is checked before anything npm starts', () => {
    const { scripts } = jest.requireActual<{ scripts: Record<string, string> }>('../../../package.json');
    for (const name of ['start', 'start:kafka', 'events:tail', 'keys', 'migrate', 'test']) {
      expect(scripts[`pre${name}`]).toMatch(/^node tools\/check-node\.cjs/);
    }
  });

  it('when there is nothing to tail', async () => {
    expect(await program('operator/events-tail.js', [], { HUNDI_DATA_DIR: '/dev/null/hundi' })).toEqual({
      exit: 1,
      lines: [
        'No Hundi is running on /dev/null/hundi.',
        'Start one with "npm start" or "npm run start:kafka", or say where to look: HUNDI_DATA_DIR or KAFKA_BROKERS.',
      ],
    });
  });

  it('when the process of the Hundi that ran on the folder is another program by now', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'hundi-reused-pid-'));
    const other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1_000)'], { stdio: 'ignore' });
    const nowhere = 'http://127.0.0.1:9';
    writeFileSync(join(dataDir, 'run.json'), JSON.stringify({ pid: other.pid, mode: 'embedded', eventsUrl: nowhere, token: 'token' }));
    const { exit, lines } = await program('operator/events-tail.js', [], { HUNDI_DATA_DIR: dataDir });
    other.kill();
    rmSync(dataDir, { recursive: true });
    expect({ exit, line: lines[0] }).toEqual({ exit: 1, line: `No Hundi is running on ${dataDir}.` });
  });

  it('when the Kafka whose dead letters are wanted does not answer', async () => {
    const { exit, lines } = await program('operator/dead-letters.js', ['list'], { KAFKA_BROKERS: '127.0.0.1:1' });
    expect({ exit, line: lines[0] }).toEqual({
      exit: 1,
      line: expect.stringMatching(/^Kafka at 127\.0\.0\.1:1 cannot be read: The broker did not answer in time: .*ECONNREFUSED/),
    });
  }, 30_000);

  it.each([[[]], [['create']], [['create', '--mode', 'sandbox']], [['revoke']], [['create', '--color', 'red']]])(
    'when keys is asked %j',
    async (parameters) => {
      const { exit, lines } = await program('operator/keys.js', parameters, { HUNDI_DATA_DIR: '/dev/null/hundi' });
      expect(exit).toBe(1);
      expect(lines.join('\n')).toContain('npm run keys -- create --mode test|live');
      expect(lines.join('\n')).not.toMatch(/^\s+at /m);
    },
  );
});
