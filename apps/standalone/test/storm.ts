import { randomUUID } from 'node:crypto';
import { Agent, errors, type Dispatcher } from 'undici';
import { lasting } from './cluster';

/** What callers without patience met. */
export interface StormReport {
  /** Payments answered in time, a second. */
  goodput: number;
  /** Refusals that did not say when to come again. */
  silent: string[];
  timeouts: number;
  refusals: number;
  /** Every key that was used, settled for its caller or not. */
  keys: { key: string; apiKey: string }[];
}

export interface StormTarget {
  baseUrl: string;
  apiKey: string;
  callers: number;
  /** How long a caller waits before it asks again, at once and with the same key. */
  timeoutMs: number;
  seconds: number;
  /** Goodput is counted from then on. */
  countedAfterSeconds?: number;
}

/** So many callers who pay one payment after another, and ask again at once after any answer. */
export async function storm(target: StormTarget): Promise<StormReport> {
  const agent = new Agent({ connections: target.callers, pipelining: 1 });
  const report: StormReport = { goodput: 0, silent: [], timeouts: 0, refusals: 0, keys: [] };
  const startedAt = performance.now();
  const endsAt = startedAt + target.seconds * 1_000;
  const countedFrom = startedAt + (target.countedAfterSeconds ?? 0) * 1_000;
  let paid = 0;
  const caller = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const key = randomUUID();
      report.keys.push({ key, apiKey: target.apiKey });
      const isPaid = await untilPaid(agent, target, { key, report, endsAt });
      if (isPaid && performance.now() > countedFrom) paid++;
    }
  };
  await Promise.all(Array.from({ length: target.callers }, caller));
  report.goodput = (paid * 1_000) / (endsAt - countedFrom);
  await agent.destroy();
  return report;
}

type Payment = { key: string; report: StormReport };

/** @returns false when the time was over first. */
async function untilPaid(agent: Agent, target: StormTarget, request: Payment & { endsAt: number }): Promise<boolean> {
  while (performance.now() < request.endsAt) if (await ask(agent, target, request)) return true;
  return false;
}

/** @returns whether it is settled. */
async function ask(agent: Agent, target: StormTarget, { key, report }: Payment): Promise<boolean> {
  try {
    const { statusCode, headers, body } = await agent.request({
      origin: target.baseUrl,
      path: '/v1/payments',
      method: 'POST',
      headers: { authorization: `Bearer ${target.apiKey}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: `{"amount":50000,"currency":"INR","payment_method":"upi","metadata":{"order":"${key}"}}`,
      signal: AbortSignal.timeout(target.timeoutMs),
    });
    const text = await body.text();
    if (statusCode === 201) return true;
    report.refusals++;
    if (secondsToWait(headers) === undefined) report.silent.push(`${statusCode} ${text}`);
  } catch (error) {
    if (error instanceof errors.UndiciError && error.code === 'UND_ERR_DESTROYED') throw error;
    report.timeouts++;
  }
  return false;
}

/** What callers met who respect Retry-After. */
export interface ObedienceReport {
  served: number;
  refusals: number;
  /** Refusals that did not say when to come again. */
  silent: string[];
}

/** So many callers who read one list after another, and when refused come again after the time of Retry-After, no sooner. */
export async function obey({ baseUrl, apiKey, callers, seconds }: Omit<StormTarget, 'timeoutMs'>): Promise<ObedienceReport> {
  const agent = new Agent({ connections: callers, pipelining: 1 });
  const report: ObedienceReport = { served: 0, refusals: 0, silent: [] };
  const endsAt = performance.now() + seconds * 1_000;
  const request = { origin: baseUrl, path: '/v1/payments?limit=1', method: 'GET', headers: { authorization: `Bearer ${apiKey}` } } as const;
  const caller = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const { statusCode, headers, body } = await agent.request(request);
      const text = await body.text();
      const seconds = secondsToWait(headers);
      if (statusCode === 200) report.served++;
      else if (seconds === undefined) report.silent.push(`${statusCode} ${text}`);
      else report.refusals++;
      if (statusCode !== 200) await lasting(seconds ?? 1);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  await agent.destroy();
  return report;
}

/** As RFC 9110 has it, in whole seconds. */
function secondsToWait(headers: Dispatcher.ResponseData['headers']): number | undefined {
  const reported = String(headers['retry-after']);
  return /^[1-9][0-9]*$/.test(reported) ? Number(reported) : undefined;
}
