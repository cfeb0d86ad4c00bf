import { createHmac, randomBytes, sign as signBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { LOOPBACK_ALLOWLIST, DESTINATION_PORTS, readDestinationRules } from '#contracts';
import { Metrics, SystemClock, createLogger } from '#service';
import { createCourier, readSigningKey, signatureHeader } from '../apps/webhooks/src/index';
import { startContender } from './contenders/child';
import { printFigure, spreadOf } from './load/figures';

/** One way to deliver, measured against the others in the same run. */
interface Sender {
  name: string;
  send(index: number): Promise<void>;
  close(): Promise<void>;
}

const SECRET = randomBytes(32);
/** About 1 kB, as most events are. */
const BODY = JSON.stringify({ id: 'evt_0001', object: 'event', data: { object: { note: 'x'.repeat(900) } } });

function readOptions(): { inFlight: number; seconds: number; rounds: number } {
  const { values } = parseArgs({
    options: {
      'in-flight': { type: 'string', default: '64' },
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '5' },
    },
  });
  return { inFlight: Number(values['in-flight']), seconds: Number(values.seconds), rounds: Number(values.rounds) };
}

/** The headers that every sender writes, so that they are compared at the same job. */
function signedHeaders(index: number): Record<string, string> {
  const id = `evt_${index}`;
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', SECRET).update(`${id}.${timestamp}.${BODY}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'bench',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
    'webhook-attempt': '1',
    'webhook-delivery-id': 'whd_0001',
    'webhook-endpoint-id': 'we_0001',
  };
}

/** The limit: what one gets who writes nothing but `undici.request` and an HMAC. */
function rawRequest(origin: string, inFlight: number): Sender {
  const pool = new Pool(origin, { connections: inFlight, pipelining: 1 });
  return {
    name: 'undici.request',
    send: async (index) => {
      const { body, statusCode } = await pool.request({ path: '/hook', method: 'POST', headers: signedHeaders(index), body: BODY });
      await body.text();
      if (statusCode !== 200) throw new Error(`answered with ${statusCode}`);
    },
    close: () => pool.close(),
  };
}

function rawFetch(origin: string): Sender {
  return {
    name: 'fetch',
    send: async (index) => {
      const response = await fetch(`${origin}/hook`, { method: 'POST', headers: signedHeaders(index), body: BODY });
      await response.text();
    },
    close: () => Promise.resolve(),
  };
}

function courierOf(origin: string, inFlight: number): Sender {
  const none = { ports: DESTINATION_PORTS, ownDomains: [], deniedAddresses: [], nat64Enabled: false };
  const courier = createCourier({
    rules: readDestinationRules({ ...none, testTargetAllowlist: LOOPBACK_ALLOWLIST }),
    clock: new SystemClock(),
    logger: createLogger({ service: 'bench', level: 'warn' }),
    metrics: new Metrics(),
    inFlightMax: inFlight,
  });
  const keys = [readSigningKey(`whsec_${SECRET.toString('base64')}`, 'key')];
  const fixed = { deliveryId: 'whd_0001', endpointId: 'we_0001', attemptNo: 1, livemode: false, customHeaders: {}, timeoutMs: 15_000 };
  return {
    name: 'courier',
    send: async (index) => {
      const { verdict } = await courier.attempt({ ...fixed, keys, eventId: `evt_${index}`, url: `${origin}/hook`, body: BODY });
      if (verdict !== 'delivered') throw new Error(`verdict ${verdict}`);
    },
    close: () => courier.close(),
  };
}

/** A closed loop. Deliveries a second of this process's CPU: steady where the machine is busy, as wall time is not. */
async function perCpuSecond(sender: Sender, options: { inFlight: number; seconds: number }): Promise<number> {
  const endsAt = performance.now() + options.seconds * 1_000;
  const before = process.cpuUsage();
  let sent = 0;
  const loop = async (): Promise<void> => {
    while (performance.now() < endsAt) await sender.send(sent++);
  };
  await Promise.all(Array.from({ length: options.inFlight }, loop));
  const { user, system } = process.cpuUsage(before);
  return sent / ((user + system) / 1_000_000);
}

/** G14: microseconds of one signature of 2 kB, as the courier makes it and as the bare call of `node:crypto`. */
function measureSigning(): void {
  const body = Buffer.alloc(2_048, 0x61);
  const content = { messageId: 'evt_0001', timestampS: 1_795_219_200, body };
  const signed = Buffer.concat([Buffer.from('evt_0001.1795219200.'), body]);
  const hmac = readSigningKey(`whsec_${SECRET.toString('base64')}`, 'key');
  const ed25519 = readSigningKey(`whsk_${SECRET.toString('base64')}`, 'key');
  compare('HMAC of 2 kB', 100_000, {
    ours: () => signatureHeader([hmac], content),
    bare: () => createHmac('sha256', hmac.key).update(signed).digest('base64'),
  });
  compare('ed25519 of 2 kB', 10_000, {
    ours: () => signatureHeader([ed25519], content),
    bare: () => signBytes(null, signed, ed25519.key).toString('base64'),
  });
}

function compare(figure: string, times: number, calls: { ours: () => unknown; bare: () => unknown }): void {
  const rounds = Array.from({ length: 5 }, () => [micros(calls.ours, times), micros(calls.bare, times)] as const);
  const ours = spreadOf(rounds.map(([value]) => value));
  const bare = spreadOf(rounds.map(([, value]) => value));
  printFigure({ figure: `${figure}, µs`, ...ours });
  printFigure({ figure: `${figure} / bare call`, value: ours.median / bare.median });
}

function micros(run: () => unknown, times: number): number {
  for (let warm = 0; warm < times / 10; warm++) run();
  const before = process.cpuUsage();
  for (let count = 0; count < times; count++) run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

async function main(): Promise<void> {
  const options = readOptions();
  const receiver = await startContender('bare-receiver');
  const senders = [rawRequest(receiver.origin, options.inFlight), courierOf(receiver.origin, options.inFlight), rawFetch(receiver.origin)];
  const rates = new Map<string, number[]>(senders.map(({ name }) => [name, []]));
  for (const sender of senders) await perCpuSecond(sender, { ...options, seconds: 2 });
  for (let round = 0; round < options.rounds; round++) {
    for (const sender of round % 2 === 0 ? senders : senders.toReversed())
      rates.get(sender.name)?.push(await perCpuSecond(sender, options));
  }
  for (const [name, values] of rates) printFigure({ figure: `${name}, deliveries a CPU second`, ...spreadOf(values) });
  const of = (name: string): number => spreadOf(rates.get(name) ?? []).median;
  printFigure({ figure: 'courier / undici.request', value: of('courier') / of('undici.request') });
  printFigure({ figure: 'courier / fetch', value: of('courier') / of('fetch') });
  measureSigning();
  for (const sender of senders) await sender.close();
  await receiver.stop();
}

void main();
