import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { paymentTransaction } from './payment-transaction';

export interface CommitLoad {
  databaseUrl: string;
  clients: number;
  paymentsPerCommit: number;
  seconds: number;
}

export interface CommitResult {
  paymentsPerSecond: number;
  averageCommitMs: number;
}

const run = promisify(execFile);
const TPS = /tps = ([0-9.]+) \(without initial/;
const LATENCY = /latency average = ([0-9.]+) ms/;
const FAILED = /number of failed transactions: (\d+)/;

/**
 * The commit bound, by pgbench with prepared statements: no JavaScript in the way.
 *
 * @throws Error when pgbench is not installed (Debian: postgresql-client and postgresql-contrib carry it).
 */
export async function runCommits(load: CommitLoad): Promise<CommitResult> {
  const folder = await mkdtemp(join(tmpdir(), 'hundi-bench-'));
  const script = join(folder, 'payment.sql');
  await writeFile(script, `${paymentTransaction(load.paymentsPerCommit).replaceAll('\n', ' ')};\n`);
  try {
    const fixed = ['-n', '-M', 'prepared', '-f', script];
    const { stdout } = await run('pgbench', [
      ...fixed,
      '-c',
      String(load.clients),
      '-j',
      '1',
      '-T',
      String(load.seconds),
      load.databaseUrl,
    ]);
    if (Number(FAILED.exec(stdout)?.[1] ?? 0) > 0) throw new Error('pgbench had failed transactions');
    return {
      paymentsPerSecond: Number(TPS.exec(stdout)?.[1]) * load.paymentsPerCommit,
      averageCommitMs: Number(LATENCY.exec(stdout)?.[1]),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}
