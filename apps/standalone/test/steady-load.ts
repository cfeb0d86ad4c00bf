import { randomUUID } from 'node:crypto';
import { Agent } from 'undici';
import { eventually } from '#testing';

/** What became of one payment request, repeats with the same key included. */
export interface Outcome {
  key: string;
  apiKey: string;
  /** From the instant the request was due until its first definite answer, in milliseconds. */
  latencyMs: number;
  status: number;
  paymentId: string | undefined;
  /** The body of that answer. */
  text: string;
}

/** Asks for the same payment with the same key once more. @returns the body, or what stood in its way. */
export async function repeat({ apiKey, key }: Outcome, baseUrl: string): Promise<string> {
  const agent = new Agent({ pipelining: 0 });
  try {
    return (await post({ agent, baseUrl, baseUrls: [], apiKeys: [], apiKey, key, refusals: [] })).text;
  } catch (error) {
    return String(error);
  } finally {
    await agent.destroy();
  }
}

/** An answer that settled nothing: the merchant came again. */
export interface Refusal {
  status: number;
  code: string;
  retryAfter: string | undefined;
  tookMs: number;
}

export interface SteadyLoad {
  /** So far. */
  readonly refusals: readonly Refusal[];
  /** No new requests; resolves when every request that was sent is settled. */
  stop(): Promise<Outcome[]>;
}

export interface LoadTarget {
  /** Gateways, used in turn; who gets no answer from one asks the next, as a balancer does. */
  baseUrls: readonly string[];
  /** Used in turn. */
  apiKeys: readonly string[];
}

const EVERY_MS = 20;
/** A request that is still unsettled then fails the suite; a command acts within 30 s or never. */
const SETTLE_WITHIN_MS = 45_000;

/**
 * A merchant who creates a payment every 20 ms, answered or not, and repeats with the same Idempotency-Key whatever
 * is answered as retryable: the way every 503 of this API asks to be met.
 */
export function startSteadyLoad(target: LoadTarget): SteadyLoad {
  const agent = new Agent({ connections: 256, headersTimeout: 20_000 });
  const requests: Promise<Outcome>[] = [];
  const refusals: Refusal[] = [];
  const timer = setInterval(() => requests.push(payOnce({ ...target, agent, refusals }, requests.length)), EVERY_MS);
  return {
    refusals,
    async stop() {
      clearInterval(timer);
      const outcomes = await Promise.all(requests);
      await agent.destroy();
      return outcomes;
    },
  };
}

interface Merchant extends LoadTarget {
  agent: Agent;
  refusals: Refusal[];
}

async function payOnce(merchant: Merchant, index: number): Promise<Outcome> {
  const dueAtMs = performance.now();
  const key = randomUUID();
  const apiKey = merchant.apiKeys[index % merchant.apiKeys.length] ?? '';
  let turn = index;
  const ask = (): Promise<Answer> =>
    post({ ...merchant, apiKey, key, baseUrl: merchant.baseUrls[turn++ % merchant.baseUrls.length] ?? '' });
  const answer = await eventually(ask, { withinMs: SETTLE_WITHIN_MS, everyMs: 100 });
  return { key, apiKey, latencyMs: performance.now() - dueAtMs, ...answer };
}

type Answer = Pick<Outcome, 'status' | 'paymentId' | 'text'>;

/** @throws Error when nothing definite was answered. */
async function post(request: Merchant & { baseUrl: string; apiKey: string; key: string }): Promise<Answer> {
  const { agent, baseUrl, apiKey, key, refusals } = request;
  const sentAtMs = performance.now();
  const { statusCode, headers, body } = await agent.request({
    origin: baseUrl,
    path: '/v1/payments',
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: `{"amount":50000,"currency":"INR","payment_method":"upi","metadata":{"order":"${key}"}}`,
  });
  const text = await body.text();
  const answer = JSON.parse(text) as { id?: string; error?: { code: string; retryable: boolean } };
  if (answer.error?.retryable) {
    const retryAfter = headers['retry-after'] as string | undefined;
    refusals.push({ status: statusCode, code: answer.error.code, retryAfter, tookMs: performance.now() - sentAtMs });
    throw new Error(`not settled: ${statusCode} ${answer.error.code}`);
  }
  return { status: statusCode, paymentId: answer.id, text };
}
