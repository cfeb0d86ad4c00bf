import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programEnvironment, standaloneProgram } from '#testing';

/** Nothing listens there; the broker is looked for before the database. */
const NO_DATABASE = 'postgres://hundi@127.0.0.1:1/hundi';

describe('the broker that npm run start:kafka is given', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'hundi-given-broker-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** @returns `connected` when the program asks the broker; what it printed when it ends before. */
  async function startWith(settingsFor: (address: string) => Record<string, string>): Promise<string> {
    const broker = createServer();
    await once(broker.listen(0, '127.0.0.1'), 'listening');
    const settings = settingsFor(`127.0.0.1:${(broker.address() as AddressInfo).port}`);
    // Without a path no other broker can be started.
    const environment = { PORT: '0', HUNDI_DATA_DIR: join(folder, 'data'), DATABASE_URL: NO_DATABASE, PATH: folder, ...settings };
    const connected = once(broker, 'connection').then(() => 'connected');
    const child = spawn(process.execPath, [standaloneProgram('kafka.js')], { env: programEnvironment(environment) });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const closed = once(child, 'close').then(() => output);
    try {
      return await Promise.race([connected, closed]);
    } finally {
      child.kill('SIGKILL');
      await closed;
      broker.close();
    }
  }

  it('is that of KAFKA_BROKERS', async () => {
    expect(await startWith((address) => ({ KAFKA_BROKERS: address }))).toBe('connected');
  });

  it('is that of the file that KAFKA_BROKERS_FILE names', async () => {
    const file = join(folder, 'brokers');
    const settingsFor = (address: string): Record<string, string> => {
      writeFileSync(file, `${address}\n`);
      return { KAFKA_BROKERS: '', KAFKA_BROKERS_FILE: file };
    };
    expect(await startWith(settingsFor)).toBe('connected');
  });
});
