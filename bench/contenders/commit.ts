import { paymentTransaction } from './payment-transaction';
import { runPgbench, type PgbenchLoad } from './pgbench';

export interface CommitLoad extends PgbenchLoad {
  paymentsPerCommit: number;
}

export interface CommitResult {
  paymentsPerSecond: number;
  averageCommitMs: number;
}

const TPS = /tps = ([0-9.]+) \(without initial/;
const LATENCY = /latency average = ([0-9.]+) ms/;
const FAILED = /number of failed transactions: (\d+)/;

/** The commit bound. @throws Error when pgbench is not installed, or a transaction failed. */
export async function runCommits({ paymentsPerCommit, ...load }: CommitLoad): Promise<CommitResult> {
  const printed = await runPgbench(`${paymentTransaction(paymentsPerCommit).replaceAll('\n', ' ')};\n`, load);
  if (Number(FAILED.exec(printed)?.[1] ?? 0) > 0) throw new Error('pgbench had failed transactions');
  return {
    paymentsPerSecond: Number(TPS.exec(printed)?.[1]) * paymentsPerCommit,
    averageCommitMs: Number(LATENCY.exec(printed)?.[1]),
  };
}
