import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, startEmbeddedKafka, type EmbeddedKafka } from '#embedded';
import { eventually, programEnvironment, testDatabase, type TestDatabase } from '#testing';
import { endOf } from './run-program';

jest.setTimeout(300_000);

const ROOT = join(__dirname, '../../..');
const PAGE = readFileSync(join(ROOT, 'docs/how-to/run-over-kafka.md'), 'utf8');
/** The ports of the page and of .env.example, which other programs of this machine may have. */
const PORTS = ['4000', '4101', '4102', '4103', '4104'];
const READY = { withinMs: 120_000, everyMs: 200 };

/** The lines of the shell blocks of "On machines of your own". */
function printedLines(): string[] {
  const section = /## On machines of your own\n([\s\S]*?)\n## /.exec(PAGE)?.[1] ?? '';
  return [...section.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'));
}

/** The page is followed word for word; only the addresses of Postgres and Kafka are set, as it asks, and the ports are free ones. */
describe('docs/how-to/run-over-kafka.md, on machines of your own', () => {
  let folder: string;
  let kafka: EmbeddedKafka;
  let database: TestDatabase;
  let ports: Map<string, string>;
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hundi-own-machines-'));
    chmodSync(folder, 0o755);
    [kafka, database] = await Promise.all([startEmbeddedKafka({ dataDir: join(folder, 'kafka') }), testDatabase()]);
    ports = new Map();
    for (const port of PORTS) ports.set(port, String(await findFreePort()));
    symlinkSync(join(ROOT, 'dist'), join(folder, 'dist'));
    const example = readFileSync(join(ROOT, '.env.example'), 'utf8');
    const set = example
      .replace(/^DATABASE_URL=.*$/m, `DATABASE_URL=${database.url}`)
      .replace(/^KAFKA_BROKERS=.*$/m, `KAFKA_BROKERS=${kafka.brokers}`);
    writeFileSync(join(folder, '.env'), withFreePorts(set).replace(/^# PORT=.*$/m, `PORT=${ports.get('4000')}`));
  });
  afterAll(async () => {
    await Promise.all(running.map(end));
    await kafka?.kill();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  function withFreePorts(text: string): string {
    return PORTS.reduce((changed, port) => changed.replaceAll(port, ports.get(port) ?? port), text);
  }

  /** Of the page. `exec`, so that a signal reaches the process and not the shell. */
  function start(line: string): void {
    const command = withFreePorts(line).replace(/\bnode /, 'exec node ');
    running.push(spawn('/bin/sh', ['-c', command], { cwd: folder, env: programEnvironment({ LOG_LEVEL: 'fatal' }), stdio: 'inherit' }));
  }

  async function end(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  async function statusOf(url: string): Promise<void> {
    const { status } = await fetch(url);
    if (status !== 200) throw new Error(`${url} answers ${status}`);
  }

  it('migrates, starts the four services, makes a key, takes a payment and publishes its events', async () => {
    const lines = printedLines();
    expect(lines[0]).toBe('npm run build');
    const [migrate, ...services] = lines.slice(1, -1);
    const run = (line: string | undefined) => endOf('/bin/sh', ['-c', `cd '${folder}' && ${line}`], programEnvironment({}));
    expect(await run(migrate)).toMatchObject({ exit: 0 });
    for (const line of services) start(line);
    expect(services).toHaveLength(4);
    const internal = PORTS.slice(1).map((port) => `http://127.0.0.1:${ports.get(port)}/health/ready`);
    for (const url of internal) await eventually(() => statusOf(url), READY);

    const { stdout, exit } = await run(lines.at(-1));
    expect(exit).toBe(0);
    const headers = { authorization: `Bearer ${/^Key\s+(\S+)$/m.exec(stdout)?.[1]}`, 'content-type': 'application/json' };
    const origin = `http://127.0.0.1:${ports.get('4000')}`;
    const body = JSON.stringify({ amount: 10_000, currency: 'INR', payment_method: 'upi' });
    const payment = await fetch(`${origin}/v1/payments`, { method: 'POST', headers, body });
    expect(payment.status).toBe(201);
    const { id } = (await payment.json()) as { id: string };
    await eventually(async () => {
      const events = (await (await fetch(`${origin}/v1/events?object_id=${id}`, { headers })).json()) as { data: { type: string }[] };
      expect(events.data.map(({ type }) => type)).toContain('payment.captured');
    }, READY);
  });
});
