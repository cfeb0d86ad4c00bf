import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, startHundi, type HundiMode, type HundiProcess } from '#testing';
import { lasting } from './cluster';
import { EventReceiver } from './event-receiver';
import { evidenceOf, expectInvariants } from './invariants/expect-invariants';
import { runProgram } from './run-program';
import { startSteadyLoad, type Outcome } from './steady-load';

jest.setTimeout(300_000);

/** Backup and restore step by step as docs/how-to/operate.md says, of a whole Hundi by a copy of its files. */
describe.each<HundiMode>(['embedded', 'kafka'])('a Hundi that is put back to its backup (F26), %s', (mode) => {
  let folder: string;
  let receiver: EventReceiver;
  let hundi: HundiProcess;
  const pathOf = (name: string): string => join(folder, name);
  const copy = (from: string, to: string): void => void execFileSync('cp', ['-a', pathOf(from), pathOf(to)]);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hundi-restored-'));
    chmodSync(folder, 0o755);
    receiver = await EventReceiver.open();
  });
  afterAll(async () => {
    await hundi.end('SIGTERM');
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = async (): Promise<void> => {
    hundi = await startHundi({ mode, dataDir: pathOf('data'), environment: { RATE_LIMIT_ENABLED: 'false', LOG_LEVEL: 'fatal' } });
  };
  const pay = async (): Promise<Outcome[]> => {
    const load = startSteadyLoad({ baseUrls: [hundi.baseUrl], apiKeys: [hundi.testKey], withRefunds: true });
    await lasting(2);
    return load.stop();
  };
  /** Every payment was reported as captured: what had been committed by then was relayed and delivered. */
  const reported = (outcomes: readonly Outcome[]): Promise<void> =>
    eventually(() => {
      const captured = new Set(receiver.delivered.filter(({ body }) => body.includes('payment.captured')).map(({ body }) => body));
      const missing = outcomes.filter(({ paymentId = '-' }) => ![...captured].some((body) => body.includes(paymentId)));
      expect(missing).toEqual([]);
    });
  const statusOf = async ({ paymentId }: Outcome): Promise<number> =>
    (await fetch(`${hundi.baseUrl}/v1/payments/${paymentId}`, { headers: { authorization: `Bearer ${hundi.testKey}` } })).status;

  it('has all of the backup, nothing of what came after, and goes on from there with every invariant', async () => {
    await start();
    await receiver.register(hundi.baseUrl, hundi.testKey, '/0');
    const kept = await pay();
    await reported(kept);
    expect(await hundi.end('SIGTERM')).toBe(0);
    copy('data', 'backup');
    const deliveredInBackup = receiver.delivered.length;

    await start();
    const lost = await pay();
    expect(lost.length).toBeGreaterThan(0);
    await reported(lost);
    await hundi.end('SIGTERM');
    // What the receiver got of the lost part is dropped, as a merchant would who was asked to.
    receiver.delivered.length = deliveredInBackup;

    rmSync(pathOf('data'), { recursive: true });
    copy('backup', 'data');
    // A Kafka that knows nothing of the future that this database does not have.
    rmSync(pathOf('data/kafka'), { recursive: true, force: true });
    const environment = { HUNDI_DATA_DIR: pathOf('data') };
    expect(await runProgram('operator/log-epoch.js', ['begin'], environment)).toContain('begins a new epoch');
    expect(await runProgram('operator/verify-chain.js', [], environment)).toMatch(/OK payments: [1-9]/);

    await start();
    expect(await Promise.all(lost.slice(0, 5).map(statusOf))).toEqual(lost.slice(0, 5).map(() => 404));
    const after = await pay();
    const paid = [...kept, ...after];
    await reported(paid);
    // The relay went on from its cursor: on the new topics stands what came after, and what came before is in the feed.
    await expectInvariants({ ...evidenceOf(hundi, { paid, receiver }), brokers: undefined });
    const compared = await runProgram('operator/rebuild-view.js', ['payments', 'payments_list', '--compare'], environment);
    expect(compared).toContain('Compared payments payments_list: 0 rows differed');
  });
});
