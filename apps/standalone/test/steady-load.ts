import { randomUUID } from 'node:crypto';
import { Agent } from 'undici';
import { eventually } from '#testing';

/** What every payment of the load is about, in paise. */
export const AMOUNT = 50_000;
/** Every so many payments two refunds are asked for at once; there is money for one. */
const REFUND_EVERY = 10;
const REFUND_AMOUNT = 30_000;

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
  /** Statuses of the two refunds that were asked for, if any. */
  refundStatuses: number[];
}

/** Asks for the same payment with the same key once more. @returns the body, or what stood in its way. */
export async function repeat({ apiKey, key }: Outcome, baseUrl: string): Promise<string> {
  const agent = new Agent({ pipelining: 0 });
  try {
    return (await ask({ agent, refusals: [] }, { ...paymentOf(key), baseUrl, apiKey })).text;
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
  /** Whether money is given back too. */
  withRefunds?: boolean;
  /** Between two payments, in milliseconds. */
  everyMs?: number;
}

/** As much as leaves two cores room for what else a suite does. */
const EVERY_MS = 50;
/** For suites that have the machine to themselves: half of what it can do, and more. */
export const HIGH_RATE = { everyMs: 20 } as const;
/** A request that is still unsettled then fails the suite; a command acts within 30 s or never. */
const SETTLE_WITHIN_MS = 45_000;

/**
 * A merchant who creates a payment every 50 ms, answered or not, and repeats with the same Idempotency-Key whatever
 * is answered as retryable: the way every 503 of this API asks to be met.
 */
export function startSteadyLoad(target: LoadTarget): SteadyLoad {
  const agent = new Agent({ connections: 256, headersTimeout: 20_000 });
  const requests: Promise<Outcome>[] = [];
  const refusals: Refusal[] = [];
  const merchant = { ...target, agent, refusals };
  const timer = setInterval(() => requests.push(payOnce(merchant, requests.length)), target.everyMs ?? EVERY_MS);
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

interface Line {
  agent: Agent;
  refusals: Refusal[];
}

type Merchant = LoadTarget & Line;

interface LoadRequest {
  path: string;
  key: string;
  body: object;
}

interface Answer {
  status: number;
  id: string | undefined;
  text: string;
}

function paymentOf(key: string): LoadRequest {
  return { path: '/v1/payments', key, body: { amount: AMOUNT, currency: 'INR', payment_method: 'upi', metadata: { order: key } } };
}

async function payOnce(merchant: Merchant, index: number): Promise<Outcome> {
  const dueAtMs = performance.now();
  const key = randomUUID();
  const apiKey = merchant.apiKeys[index % merchant.apiKeys.length] ?? '';
  const { status, id, text } = await settle(merchant, { ...paymentOf(key), apiKey }, index);
  const latencyMs = performance.now() - dueAtMs;
  const isRefunded = merchant.withRefunds === true && index % REFUND_EVERY === 0 && status === 201;
  const refund = (): Promise<Answer> => settle(merchant, { ...refundOf(id), apiKey }, index);
  const refunds = isRefunded ? await Promise.all([refund(), refund()]) : [];
  return { key, apiKey, latencyMs, status, paymentId: id, text, refundStatuses: refunds.map((answer) => answer.status) };
}

function refundOf(paymentId: string | undefined): LoadRequest {
  return { path: '/v1/refunds', key: randomUUID(), body: { payment_id: paymentId, amount: REFUND_AMOUNT } };
}

/** Asks until the answer is definite: at each gateway in turn. */
function settle(merchant: Merchant, input: LoadRequest & { apiKey: string }, index: number): Promise<Answer> {
  let turn = index;
  const askNext = (): Promise<Answer> => ask(merchant, { ...input, baseUrl: merchant.baseUrls[turn++ % merchant.baseUrls.length] ?? '' });
  return eventually(askNext, { withinMs: SETTLE_WITHIN_MS, everyMs: 100 });
}

/** @throws Error when nothing definite was answered. */
async function ask({ agent, refusals }: Line, input: LoadRequest & { baseUrl: string; apiKey: string }): Promise<Answer> {
  const { baseUrl, path, apiKey, key, body: wanted } = input;
  const sentAtMs = performance.now();
  const { statusCode, headers, body } = await agent.request({
    origin: baseUrl,
    path,
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(wanted),
  });
  const text = await body.text();
  const answer = JSON.parse(text) as { id?: string; error?: { code: string; retryable: boolean } };
  if (answer.error?.retryable) {
    const retryAfter = headers['retry-after'] as string | undefined;
    refusals.push({ status: statusCode, code: answer.error.code, retryAfter, tookMs: performance.now() - sentAtMs });
    throw new Error(`not settled: ${statusCode} ${answer.error.code}`);
  }
  return { status: statusCode, id: answer.id, text };
}
