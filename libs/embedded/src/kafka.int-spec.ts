import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brokerAnswers } from './kafka-probe';
import { type EmbeddedKafka, startEmbeddedKafka } from './kafka';
import { isAlive } from './processes';

jest.setTimeout(90_000);

describe('startEmbeddedKafka', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hundi-kafka-spec-'));
  let kafka: EmbeddedKafka;

  afterAll(async () => {
    await kafka?.kill();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('serves clients when it resolves', async () => {
    kafka = await startEmbeddedKafka({ dataDir });
    expect(await brokerAnswers(kafka.brokers)).toBe(true);
  });

  it('makes another cluster in every folder, although the first that was formatted is copied', async () => {
    const other = join(dataDir, 'other');
    const second = await startEmbeddedKafka({ dataDir: other });
    expect(await brokerAnswers(second.brokers)).toBe(true);
    await second.kill();
    const idsIn = (folder: string): string[] =>
      Array.from(readFileSync(join(folder, 'log/meta.properties'), 'utf8').matchAll(/^(?:cluster|directory)\.id=(.+)$/gm), ([, id]) => id!);
    expect(new Set([...idsIn(dataDir), ...idsIn(other)]).size).toBe(4);
  });

  it('comes back on the same address after a kill -9', async () => {
    const { brokers, pid } = kafka;
    await kafka.kill();
    expect(isAlive(pid)).toBe(false);
    expect(await brokerAnswers(brokers)).toBe(false);
    await kafka.restart();
    expect(kafka.brokers).toBe(brokers);
    expect(await brokerAnswers(brokers)).toBe(true);
  });

  it('ends the broker that an earlier run left behind on the folder', async () => {
    const orphan = kafka.pid;
    const lines: string[] = [];
    kafka = await startEmbeddedKafka({ dataDir, log: (line) => lines.push(line) });
    expect(isAlive(orphan)).toBe(false);
    expect(lines).toEqual([expect.stringContaining('left behind')]);
    expect(await brokerAnswers(kafka.brokers)).toBe(true);
  });

  it('leaves no process behind after stop', async () => {
    const { pid, brokers } = kafka;
    await kafka.stop();
    expect(isAlive(pid)).toBe(false);
    expect(await brokerAnswers(brokers)).toBe(false);
  });
});
