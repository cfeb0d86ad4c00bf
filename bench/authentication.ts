import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { SystemClock } from '#service';
import {
  AccountChanges,
  ApiKeyGrants,
  Authenticator,
  GatewayDatabase,
  Pepper,
  TokenAuthenticator,
  TokenGrants,
  type KeyLimits,
} from '../apps/gateway/src/index';
import { reportVerdicts } from './goals';
import { median, printFigure } from './load/figures';
import { paymentRound } from './load/payment-round';
import { startProduct, type Product } from './product';

const CLIENTS = 64;
const MICROS = 1_000;
const NO_LIMITS: KeyLimits = { admitLookUp: () => undefined, admitSecret: () => undefined, countWrongSecret: () => undefined };
const ADDRESS = '127.0.0.1';

interface Options {
  requests: number;
  /** How often somebody who is known is asked for. */
  cached: number;
  /** How often somebody is looked up. */
  cold: number;
  rounds: number;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '10000' },
      cached: { type: 'string', default: '200000' },
      cold: { type: 'string', default: '2000' },
      rounds: { type: 'string', default: '5' },
    },
  });
  const { requests, cached, cold, rounds } = values;
  return { requests: Number(requests), cached: Number(cached), cold: Number(cold), rounds: Number(rounds) };
}

/** One way of saying who calls. Each look-up is that of a process which does not know the caller yet. */
interface Way {
  name: 'key' | 'token';
  lookUp(): Promise<unknown>;
  /** Of a caller who is known. */
  ask(): unknown;
}

async function waysOf(product: Product, database: GatewayDatabase): Promise<Way[]> {
  const { apiKeyPepper } = JSON.parse(readFileSync(join(product.dataDir, 'secrets.json'), 'utf8')) as { apiKeyPepper: string };
  const [clock, pepper] = [new SystemClock(), new Pepper(apiKeyPepper)];
  const keys = (): Authenticator =>
    new Authenticator(new ApiKeyGrants(database.ask, database.askOften), pepper, clock, NO_LIMITS, new AccountChanges(clock));
  const tokens = (): TokenAuthenticator =>
    new TokenAuthenticator(new TokenGrants(database.askOften), clock, NO_LIMITS, new AccountChanges(clock));
  const { apiKey } = product;
  const token = await accessToken(product);
  let [ofKeys, ofTokens] = [keys(), tokens()];
  return [
    { name: 'key', lookUp: async () => (ofKeys = keys()).authenticate(apiKey, ADDRESS), ask: () => ofKeys.authenticate(apiKey, ADDRESS) },
    { name: 'token', lookUp: () => (ofTokens = tokens()).authenticate(token, ADDRESS), ask: () => ofTokens.authenticate(token, ADDRESS) },
  ];
}

/** Of an app that acts for its own account. */
async function accessToken({ baseUrl, apiKey }: Product): Promise<string> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const wanted = { name: 'Bench', redirect_uris: ['https://books.example.com/back'], allowed_scopes: ['payments:read'] };
  const body = JSON.stringify({ ...wanted, grant_types: ['client_credentials'] });
  const made = await fetch(`${baseUrl}/v1/apps`, { method: 'POST', headers, body });
  const { id, client_secret: secret } = (await made.json()) as { id: string; client_secret: string };
  const form = new URLSearchParams({ grant_type: 'client_credentials', scope: 'payments:read' });
  const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const answer = await fetch(`${baseUrl}/oauth/token`, { method: 'POST', headers: { authorization: basic }, body: form });
  if (!answer.ok) throw new Error(`no token: ${await answer.text()}`);
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Microseconds of one look-up after another: the middle one. */
async function coldMicros({ lookUp }: Way, times: number): Promise<number> {
  const each: number[] = [];
  for (let index = 0; index < times; index++) {
    const startedAt = performance.now();
    await lookUp();
    each.push((performance.now() - startedAt) * MICROS);
  }
  return median(each);
}

/** Microseconds of one call, of those within the four seconds for which a look-up is believed. */
async function cachedMicros({ lookUp, ask }: Way, times: number): Promise<number> {
  await lookUp();
  const startedAt = performance.now();
  for (let index = 0; index < times; index++) await ask();
  return ((performance.now() - startedAt) * MICROS) / times;
}

/** The least that any way of checking a secret costs: its digest under a key, compared in constant time. Microseconds. */
function bareMicros(times: number): number {
  const [pepper, secret] = ['bench-pepper-of-32-characters-00', 'a'.repeat(30)];
  const known = createHmac('sha256', pepper).update(secret).digest();
  const startedAt = performance.now();
  for (let index = 0; index < times; index++) timingSafeEqual(createHmac('sha256', pepper).update(secret).digest(), known);
  return ((performance.now() - startedAt) * MICROS) / times;
}

/** Microseconds of CPU of a payment in the process that serves. */
async function requestMicros(product: Product, requests: number): Promise<number> {
  const { cost } = await paymentRound(product, { bench: 'B10', apiKey: product.apiKey, clients: CLIENTS, requests });
  return cost.get('hundi') ?? Number.NaN;
}

async function main(): Promise<void> {
  const options = readOptions();
  const product = await startProduct('embedded');
  const database = new GatewayDatabase(product.databaseUrl, () => undefined);
  const figures = new Map<string, number[]>();
  const keep = (name: string, value: number): void => void figures.set(name, [...(figures.get(name) ?? []), value]);
  try {
    const ways = await waysOf(product, database);
    await requestMicros(product, options.requests);
    for (let round = 0; round < options.rounds; round++) {
      const request = await requestMicros(product, options.requests);
      const bare = bareMicros(options.cached);
      for (const way of ways) {
        const [cached, cold] = [await cachedMicros(way, options.cached), await coldMicros(way, options.cold)];
        printFigure({ bench: 'B10', way: way.name, round, cached, cold, bare, request, unit: 'µs' });
        keep(`B10 ${way.name} cached / request CPU`, cached / request);
        keep(`B10 ${way.name} cold µs`, cold);
      }
    }
  } finally {
    await database.onApplicationShutdown();
    await product.stop();
  }
  reportVerdicts(Object.fromEntries([...figures].map(([name, values]) => [name, median(values)])));
}

void main();
