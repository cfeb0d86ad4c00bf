import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import { paymentRequest } from '../contenders/sample';
import { percentileOf } from '../load/figures';

/** What became of one request. */
interface Outcome {
  /** When it was due, in milliseconds since the step began. */
  dueMs: number;
  tookMs: number;
  /** `unknown`: nobody can say whether it was stored. */
  kind: 'acknowledged' | 'refused' | 'unknown' | 'failed';
}

/** A step of the load. */
export interface Step {
  origins: readonly string[];
  apiKey: string;
  ratePerSecond: number;
  seconds: number;
}

/** What came of it. */
export class StepResult {
  constructor(
    private readonly outcomes: readonly Outcome[],
    private readonly seconds: number,
  ) {}

  count(kind: Outcome['kind']): number {
    return this.outcomes.filter((one) => one.kind === kind).length;
  }

  get goodput(): number {
    return this.count('acknowledged') / this.seconds;
  }

  /** Milliseconds within which 99 % of one kind were answered. @param fromMs only what was due from then on. */
  p99Ms(kind: Outcome['kind'], fromMs = 0): number {
    const times = this.outcomes.filter((one) => one.kind === kind && one.dueMs >= fromMs).map(({ tookMs }) => tookMs);
    return percentileOf(times, 0.99);
  }
}

/** Connections to each gateway. */
const CONNECTIONS = 256;

/** An open loop: requests start when they are due, to each gateway in turn, whatever became of those before. */
export async function runStep({ origins, apiKey, ratePerSecond, seconds }: Step): Promise<StepResult> {
  const pools = origins.map((origin) => new Pool(origin, { connections: CONNECTIONS, pipelining: 1, headersTimeout: 60_000 }));
  const [total, startedAt] = [Math.floor(ratePerSecond * seconds), performance.now()];
  const running: Promise<Outcome>[] = [];
  while (running.length < total) {
    const dueCount = Math.min(total, Math.floor(((performance.now() - startedAt) * ratePerSecond) / 1_000) + 1);
    while (running.length < dueCount) {
      const dueMs = (running.length * 1_000) / ratePerSecond;
      running.push(sendOne(pools[running.length % pools.length]!, apiKey, { dueMs, startedAt }));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const outcomes = await Promise.all(running);
  await Promise.all(pools.map((pool) => pool.destroy()));
  return new StepResult(outcomes, seconds);
}

async function sendOne(pool: Pool, apiKey: string, { dueMs, startedAt }: { dueMs: number; startedAt: number }): Promise<Outcome> {
  const { path, headers, body } = paymentRequest(apiKey);
  const kind = await pool.request({ method: 'POST', path, headers, body }).then(kindOf, () => 'failed' as const);
  return { dueMs, tookMs: performance.now() - startedAt - dueMs, kind };
}

type Answer = Awaited<ReturnType<Pool['request']>>;

/** A refusal says when to come again. */
async function kindOf({ statusCode, headers, body }: Answer): Promise<Outcome['kind']> {
  const text = await body.text();
  if (statusCode === 201) return 'acknowledged';
  if (text.includes('"outcome_unknown"')) return 'unknown';
  return (statusCode === 429 || statusCode === 503) && headers['retry-after'] !== undefined ? 'refused' : 'failed';
}
