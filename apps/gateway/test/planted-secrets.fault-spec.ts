import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kafka, logLevel } from 'kafkajs';
import { Client } from 'pg';
import { COMMAND_TOPIC, shardOfAccount } from '#contracts';
import { findNamedSecrets } from '#service';
import { TraceCollector, eventually, startHundi, type HundiProcess } from '#testing';
import { createAccount, createApiKey } from '../src/accounts/operator-accounts';
import { PiiProbes } from './pii-probes';
import { everyRow } from './every-row';
import { everyRecord, type TopicRecord } from './every-topic';
import { Merchant } from './merchant';
import { keyStoreOf } from './new-account';
import { heapsOf, nodeProcessesOf } from './node-processes';
import { Receiver } from './receiver';
import { AADHAAR, CARDS, CVV, PAN, REFUSED_CARD, runStory, WRONG_OTP, type Story } from './shop-story';
import { StreamReader } from './stream-reader';

jest.setTimeout(180_000);

/** A longer part of a card or Aadhaar number is more of it than may be shown. */
const PART_DIGITS = 9;
/** A card of the sandbox that the story does not use: the product names it wherever it names the others. */
const UNUSED_CARD = '4706131211212123';
const MARKERS = [`marker-${crypto.randomUUID()}`, `marker-${crypto.randomUUID()}`] as const;
const HEADER_VALUE = `header-${crypto.randomUUID()}`;
/** Of an API key as of a client secret: the part that is secret. */
const SECRET_PART = -36;
/** By which a person knows a key again. */
const KEY_HINT = /\b[srp]k_(?:test|live)_\w{4}…\w{4}/g;
const PARTITIONS = 16;
/**
 * What a process must keep in clear to do its work. Keys of endpoints are none of it: they are made into key objects. Headers of an
 * endpoint are kept for a minute by the process that sends them.
 */
const MAY_KEEP: Readonly<Record<string, readonly string[]>> = { webhooks: [HEADER_VALUE] };

const digitsOf = (number: string): string => number.replace(/\D/g, '');
const partsOf = (number: string): string[] =>
  Array.from({ length: digitsOf(number).length - PART_DIGITS + 1 }, (_, from) => digitsOf(number).slice(from, from + PART_DIGITS));

interface Account {
  id: string;
  key: string;
  merchant: Merchant;
  live: Merchant;
  receiver: Receiver;
  stream: StreamReader;
}

interface Outputs {
  logs: string;
  rows: string;
  topics: string;
  metrics: string;
  traces: string;
  webhooks: string;
}

/** Two shops do all that shops do, over a real Kafka, with every secret there is. Then everything that Hundi gave or keeps is searched. */
describe('(57) secrets that were planted in a Hundi over Kafka (I10, I13)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hundi-heaps-'));
  const collector = new TraceCollector();
  let hundi: HundiProcess;
  let run: { databaseUrl: string; brokers: string };
  let accounts: readonly [Account, Account];
  let story: Story;
  let records: TopicRecord[];
  let outputs: Outputs;
  /** Those that stand nowhere in the product either. */
  let unique: string[];

  beforeAll(async () => {
    await collector.start();
    const preload = {
      NODE_OPTIONS: `--require ${join(__dirname, 'heap-on-signal.cjs')}`,
      HUNDI_TEST_HEAPS: folder,
      HUNDI_TEST_MARKER: MARKERS[0],
    };
    const reporting = { LOG_LEVEL: 'trace', LOG_REQUESTS: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    hundi = await startHundi({ mode: 'kafka', environment: { ...preload, ...reporting, RATE_LIMIT_ENABLED: 'false' } });
    run = JSON.parse(readFileSync(join(hundi.dataDir, 'run.json'), 'utf8')) as typeof run;
    accounts = [await openAccount('First'), await openAccount('Second')];
    const [{ merchant, receiver }, second] = accounts;
    story = await runStory({ merchant, baseUrl: hundi.baseUrl, hook: receiver.url(), headerValue: HEADER_VALUE, marker: MARKERS[0] });
    await second.merchant.post('/v1/webhook_endpoints', { url: second.receiver.url(), enabled_events: ['*'] });
    await second.merchant.captured({ metadata: { marker: MARKERS[1] } });
    await eventually(() => {
      const captured = accounts.map(({ receiver }) => receiver.received.filter(({ event }) => event.type === 'payment.captured').length);
      expect(captured).toEqual([2, 1]);
      expect(receiver.received.map(({ event }) => event.type)).toContain('kyc.verification.verified');
    });
    await spoilCommand();
    records = await everyRecord(run.brokers);
    outputs = await readOutputs();
    const parts = [...accounts.map(({ key }) => key), ...story.keys, ...story.clientSecrets].map((secret) => secret.slice(SECRET_PART));
    unique = [AADHAAR, PAN, WRONG_OTP, REFUSED_CARD, HEADER_VALUE, ...parts, ...story.webhookSecrets];
  });
  afterAll(async () => {
    await hundi?.stopAndRemove();
    await Promise.all((accounts ?? []).map(({ receiver }) => receiver.close()));
    await collector.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function openAccount(name: string): Promise<Account> {
    const keyStore = keyStoreOf({ databaseUrl: run.databaseUrl, dataDir: hundi.dataDir });
    const { id } = await createAccount(keyStore, { name });
    const keyFor = (livemode: boolean) => createApiKey(keyStore, { accountId: id, kind: 'secret', livemode });
    const [{ key }, live] = [await keyFor(false), await keyFor(true)];
    const merchant = await Merchant.connect(hundi.baseUrl, key);
    const stream = await StreamReader.connect(`${hundi.baseUrl}/v1/events/stream`, { authorization: `Bearer ${key}` });
    return { id, key, merchant, live: merchant.with(live.key), receiver: await Receiver.open(), stream };
  }

  /** The command that the card came with comes again, with a wrong signature: it goes to the dead letters as it is. */
  async function spoilCommand(): Promise<void> {
    const topic = COMMAND_TOPIC.payments;
    const isMarked = ({ value }: TopicRecord): boolean => value.includes(MARKERS[0]);
    const command = (await everyRecord(run.brokers)).find((record) => record.topic === topic && isMarked(record));
    const producer = new Kafka({ brokers: run.brokers.split(','), logLevel: logLevel.NOTHING }).producer();
    await producer.connect();
    await producer.send({ topic, messages: [{ ...command, value: command?.value ?? null, headers: { ...command?.headers, mac: 'x' } }] });
    await producer.disconnect();
    await eventually(async () => expect((await everyRecord(run.brokers)).filter(isMarked).some(isDead)).toBe(true), { everyMs: 200 });
  }

  /** Of every process. */
  async function readMetrics(): Promise<string> {
    const urls = nodeProcessesOf(hundi.pid).flatMap(({ internalUrl }) => internalUrl ?? []);
    const texts = await Promise.all(urls.map(async (url) => (await fetch(`${url}/metrics`)).text()));
    return texts.join('\n');
  }

  async function readOutputs(): Promise<Outputs> {
    const client = new Client({ connectionString: run.databaseUrl });
    await client.connect();
    const rows = await everyRow(client).finally(() => client.end());
    const logs = ['postgres/postgres.log', 'kafka/kafka.log'].map((file) => readFileSync(join(hundi.dataDir, file), 'utf8'));
    const received = accounts.flatMap(({ receiver }) => receiver.received);
    return {
      // It greets with the keys of the demo account.
      logs: [hundi.output().replaceAll(hundi.testKey, '').replaceAll(hundi.liveKey, ''), ...logs].join('\n'),
      rows,
      topics: JSON.stringify(records),
      metrics: await readMetrics(),
      traces: collector.requests.map(({ text }) => text).join('\n'),
      // The merchant has asked for this header.
      webhooks: JSON.stringify(received.map(({ headers, body }) => [{ ...headers, 'x-token': '' }, body])),
    };
  }

  const everySecret = (): PiiProbes => new PiiProbes([...CARDS, ...unique], [...CARDS, REFUSED_CARD, AADHAAR].flatMap(partsOf));

  it('stand in no log, table, topic, dead letter, metric, trace and webhook', () => {
    const secrets = everySecret();
    const found = Object.entries(outputs).map(([where, text]) => [
      where,
      ...secrets.foundIn(text),
      ...findNamedSecrets(text.replaceAll(KEY_HINT, '')),
    ]);
    expect(found).toEqual(Object.keys(outputs).map((where) => [where]));
  });

  it('would have been found: what stands beside them is', () => {
    const marked = new PiiProbes([MARKERS[0]]);
    const { rows, topics, webhooks, logs, metrics, traces } = outputs;
    const found = [rows, topics, webhooks, JSON.stringify(records.filter(isDead))].map((text) => marked.foundIn(text).length);
    expect(found).not.toContain(0);
    expect(traces).toContain(accounts[0].id);
    expect(logs).toContain('/v1/kyc/verifications');
    expect(metrics).toMatch(/hundi_webhooks_.*\n[^]*hundi_http_/);
  });

  it('are repeated in no refusal, and on pages only the secret of the page itself', () => {
    const refusals = story.refusals.map(({ text, headers }) => `${text} ${JSON.stringify(headers)}`);
    const secrets = everySecret();
    expect(refusals.flatMap((text) => secrets.foundIn(text))).toEqual([]);
    const pages = story.pages.map((page) => story.clientSecrets.reduce((rest, secret) => rest.replaceAll(secret, ''), page));
    expect(pages.flatMap((page) => secrets.foundIn(page))).toEqual([]);
  });

  it.each([0, 1] as const)('show an account nothing of the other one (%i), nor of itself to its live keys', async (index) => {
    const [own, other] = [accounts[index], accounts[1 - index]!];
    const lists = ['payments', 'refunds', 'customers', 'kyc/verifications', 'events', 'webhook_endpoints'].map(
      (name) => `/v1/${name}?limit=100`,
    );
    const filtered = MARKERS.flatMap((marker) => [`/v1/payments?metadata[marker]=${marker}`, `/v1/payments/search?query=${marker}`]);
    const foreign = Object.values(story.ids).map((id) => `/v1/${id.startsWith('kyc') ? 'kyc/verifications' : 'payments'}/${id}`);
    const seenBy = async (merchant: Merchant, paths: readonly string[]): Promise<string> =>
      (await Promise.all(paths.map(async (path) => (await merchant.get(path)).text))).join('\n');
    const shown = await seenBy(own.merchant, [...lists, ...(index === 1 ? foreign : [])]);
    const reported = own.receiver.received.map(({ body }) => body).join('\n');
    const streamed = own.stream.events.map(({ data }) => data).join('\n');
    for (const text of [shown, reported, streamed]) {
      expect([text.includes(MARKERS[index]), text.includes(MARKERS[1 - index]!), text.includes(other.id)]).toEqual([true, false, false]);
    }
    const empty = [
      await seenBy(own.live, [...lists, ...filtered, ...foreign]),
      await seenBy(
        other.merchant,
        filtered.filter((path) => path.includes(MARKERS[index])),
      ),
    ];
    for (const text of empty) expect(text.replaceAll(/"url":"[^"]*"/g, '')).not.toContain(MARKERS[index]);
  });

  it('lie on topics under the id of what they are about, in the partition of their account', () => {
    const marked = records.filter((record) => !isDead(record) && MARKERS.some((marker) => record.value.includes(marker)));
    const placed = marked
      .filter(({ topic }) => topic !== 'gateway.replies')
      .map(({ topic, key, partition, value }) => {
        const owner = accounts[value.includes(MARKERS[0]) ? 0 : 1];
        return {
          topic,
          isItsOwn: value.includes(owner.id) && value.includes(key),
          isInPlace: partition === shardOfAccount(owner.id) % PARTITIONS,
        };
      });
    expect(placed.length).toBeGreaterThan(10);
    expect(placed.filter(({ isItsOwn, isInPlace }) => !isItsOwn || !isInPlace)).toEqual([]);
    expect(marked.filter(({ value }) => MARKERS.every((marker) => value.includes(marker)))).toEqual([]);
  });

  it('stay in the memory of no process', async () => {
    // An open stream keeps its key: whether it is still good is looked up again and again.
    await Promise.all(accounts.map(({ stream }) => stream.close()));
    await eventually(async () => expect(await readMetrics()).toMatch(/^hundi_gateway_event_streams(\{.*\})? 0$/m));
    // And a request is kept as it came until it is written to the request log.
    await eventually(async () => expect(await readMetrics()).toMatch(/^hundi_request_logs_waiting(\{.*\})? 0$/m));
    const heaps = await heapsOf(nodeProcessesOf(hundi.pid), folder);
    expect(heaps.map(({ name }) => name).toSorted()).toEqual(['gateway', 'kyc', 'payments', 'standalone', 'webhooks']);
    for (const { name, heap } of heaps) {
      const kept = unique.filter((secret) => !MAY_KEEP[name]?.includes(secret));
      const secrets = new PiiProbes([...kept, ...story.clientSecrets], CARDS);
      expect([name, ...heap.texts.flatMap((text) => secrets.foundIn(text))]).toEqual([name]);
      const without = (one: string, other: string): number =>
        heap.texts.filter((text) => text.includes(one) && !text.includes(other)).length;
      for (const card of CARDS.map(digitsOf)) expect([name, without(card, UNUSED_CARD)]).toEqual([name, without(UNUSED_CARD, card)]);
      const security = heap.valuesOf('cvv');
      expect([name, security.includes(CVV), security.includes(`cvv ${MARKERS[0]}`)]).toEqual([name, false, true]);
      expect(heap.texts.some((text) => text.length > MARKERS[0].length && text.includes(MARKERS[0]))).toBe(true);
    }
  });
});

function isDead({ topic }: TopicRecord): boolean {
  return topic.endsWith('.dead');
}
