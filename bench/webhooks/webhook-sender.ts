import { createHmac, sign as signBytes } from 'node:crypto';
import { LOOPBACK_ALLOWLIST, DESTINATION_PORTS, readDestinationRules } from '#contracts';
import { Metrics, SystemClock, createLogger } from '#service';
import { createWebhookSender, readSigningKey, signatureHeader } from '../../apps/webhooks/src/index';
import { startContender } from '../contenders/child';
import { printFigure, spreadOf } from '../load/figures';
import { BODY, perCpuSecond, rawFetch, rawRequest, type Sender } from './raw-loop';
import { SECRET } from './stage';
import { classify } from './verdict';

function webhookSenderOf(origin: string): Sender {
  const none = { ports: DESTINATION_PORTS, ownDomains: [], deniedAddresses: [], nat64Enabled: false };
  const webhookSender = createWebhookSender({
    rules: readDestinationRules({ ...none, testTargetAllowlist: LOOPBACK_ALLOWLIST }),
    clock: new SystemClock(),
    logger: createLogger({ service: 'bench', level: 'warn' }),
    metrics: new Metrics(),
  });
  const keys = [readSigningKey(`whsec_${SECRET.toString('base64')}`, 'key')];
  const fixed = { deliveryId: 'whd_0001', endpointId: 'we_0001', attemptNo: 1, livemode: false, customHeaders: {}, timeoutMs: 15_000 };
  return {
    name: 'webhook-sender',
    send: async (index) => {
      const { verdict } = await webhookSender.attempt({ ...fixed, keys, eventId: `evt_${index}`, url: `${origin}/hook`, body: BODY });
      if (verdict !== 'delivered') throw new Error(`verdict ${verdict}`);
    },
    close: () => webhookSender.close(),
  };
}

/** G14: microseconds of one signature of 2 kB, as the webhook sender makes it and as the bare call of `node:crypto`. */
function measureSigning(): void {
  const body = Buffer.alloc(2_048, 0x61);
  const content = { messageId: 'evt_0001', timestampS: 1_795_219_200, body };
  const signed = Buffer.concat([Buffer.from('evt_0001.1795219200.'), body]);
  const hmac = readSigningKey(`whsec_${SECRET.toString('base64')}`, 'key');
  const ed25519 = readSigningKey(`whsk_${SECRET.toString('base64')}`, 'key');
  compare(
    'HMAC of 2 kB',
    { times: 100_000, microsMax: 8 },
    {
      ours: () => signatureHeader([hmac], content),
      bare: () => createHmac('sha256', hmac.key).update(signed).digest('base64'),
    },
  );
  compare(
    'ed25519 of 2 kB',
    { times: 10_000, microsMax: 60 },
    {
      ours: () => signatureHeader([ed25519], content),
      bare: () => signBytes(null, signed, ed25519.key).toString('base64'),
    },
  );
}

interface Compared {
  times: number;
  microsMax: number;
}

function compare(figure: string, { times, microsMax }: Compared, calls: { ours: () => unknown; bare: () => unknown }): void {
  const rounds = Array.from({ length: 5 }, () => [micros(calls.ours, times), micros(calls.bare, times)] as const);
  const ours = spreadOf(rounds.map(([value]) => value));
  const bare = spreadOf(rounds.map(([, value]) => value));
  classify('G14', `${figure}, µs`, ours.median, { atMost: microsMax });
  classify('G14', `${figure} / bare call`, ours.median / bare.median, { atMost: 2 });
}

function micros(run: () => unknown, times: number): number {
  for (let warm = 0; warm < times / 10; warm++) run();
  const before = process.cpuUsage();
  for (let count = 0; count < times; count++) run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

/** G1 of the sender alone and G14: the webhook sender without queue and database, against the raw loops. */
export async function measureWebhookSender(
  options: { inFlight: number; seconds: number; rounds: number },
  goals: ReadonlySet<string>,
): Promise<void> {
  if (goals.has('g14')) measureSigning();
  if (!goals.has('sender')) return;
  const receiver = await startContender('bare-receiver');
  const senders = [rawRequest(receiver.origin, options.inFlight), webhookSenderOf(receiver.origin), rawFetch(receiver.origin)];
  const rates = new Map<string, number[]>(senders.map(({ name }) => [name, []]));
  for (const sender of senders) await perCpuSecond(sender, { ...options, seconds: 2 });
  for (let round = 0; round < options.rounds; round++) {
    for (const sender of round % 2 === 0 ? senders : senders.toReversed())
      rates.get(sender.name)?.push(await perCpuSecond(sender, options));
  }
  for (const [name, values] of rates) printFigure({ figure: `${name}, deliveries a CPU second`, ...spreadOf(values) });
  const of = (name: string): number => spreadOf(rates.get(name) ?? []).median;
  classify('G1', 'webhook sender alone / undici.request', of('webhook-sender') / of('undici.request'), { atLeast: 0.7 });
  classify('G1', 'webhook sender alone / fetch', of('webhook-sender') / of('fetch'), { atLeast: 3 });
  for (const sender of senders) await sender.close();
  await receiver.stop();
}
