import { acknowledgedOnly } from '../create-throughput';
import { withEcho } from '../kafka-round-trip/echo-client';
import { percentileOf, printFigure } from '../load/figures';
import { cpuByPart, cpuMicrosOf, partsBetween } from '../load/process-cpu';
import { pause, until } from '../load/until';
import type { Product } from '../product';
import type { BenchBroker } from './bench-broker';
import type { EventLedger } from './event-ledger';
import { bareProducer, bareRead } from './limits';
import { refusedIn, type PaymentSource } from './payment-source';

/** What all parts work on. */
export interface KafkaPath {
  broker: BenchBroker;
  product: Product;
  source: PaymentSource;
  ledger: EventLedger;
  topic: string;
}

export interface KafkaPathOptions {
  eventsPerSecond: number;
  /** Of each load. */
  seconds: number;
  /** In which a backlog gathers that nothing is added to while it is published. */
  backlogSeconds: number;
  /** So long the topic is closed, and then the broker is stopped. */
  outageSeconds: number;
}

const ROUND_TRIP_SECONDS = 5;
const LIMIT_SECONDS = 5;
/** Consumers that are this far behind have caught up: it is the goal of the path itself. */
const CAUGHT_UP_MS = 250;
const WITHIN_MS = 300_000;
/** Of the outage: so long merchants go on after it. What drains at three times the arrival rate is through by then. */
const DRAIN_SHARE = 0.5;
/** After the broker is back: how long merchants go on. */
const AFTER_SECONDS = 15;

type Ratios = Record<string, number>;

/** The empty round trip of a command, and its share of a payment: one client each, nothing else running. */
export async function measureRoundTrip({ broker, source }: KafkaPath): Promise<Ratios> {
  const trip = await withEcho([broker.brokers], async (client) => {
    await client.load(1, 2);
    return acknowledgedOnly('T_rt', await client.load(1, ROUND_TRIP_SECONDS));
  });
  const payment = acknowledgedOnly('B8', await source.closedLoop(1, ROUND_TRIP_SECONDS));
  const ofPayment = { paymentP50Ms: payment.p50Ms, paymentP99Ms: payment.p99Ms, share: trip.p50Ms / payment.p50Ms };
  printFigure({ bench: 'B8', part: 'round trip', p50Ms: trip.p50Ms, p99Ms: trip.p99Ms, ...ofPayment });
  return {};
}

/** From the commit of an event to a consumer of another team, at the rate that was asked for. */
export async function measureLatency(path: KafkaPath, { eventsPerSecond, seconds }: KafkaPathOptions): Promise<Ratios> {
  const { ledger, source } = path;
  await allSeen(ledger);
  ledger.takeLatencies();
  const [before, seenBefore] = [cpuOf(path), ledger.seen];
  const payments = acknowledgedOnly('B8', await source.atRate(eventsPerSecond, seconds));
  await allSeen(ledger);
  const latencies = ledger.takeLatencies();
  const [p50Ms, p99Ms] = [percentileOf(latencies, 0.5), percentileOf(latencies, 0.99)];
  const ofPayments = { paymentsPerSecond: payments.ratePerSecond, paymentP50Ms: payments.p50Ms, paymentP99Ms: payments.p99Ms };
  const events = ledger.seen - seenBefore;
  const cpu = cpuSince(before, path, events);
  const eventsReached = (payments.ratePerSecond * events) / payments.acknowledged;
  printFigure({ bench: 'B8', part: 'commit to consumer', events, eventsPerSecond: eventsReached, p50Ms, p99Ms, ...ofPayments });
  printFigure({ bench: 'B8', part: 'commit to consumer', unit: 'µs of CPU an event', ...cpu });
  return { 'B8 commit → consumer p99 ms': p99Ms };
}

/** How fast a backlog is published that gathered while the broker refused the topic, and nothing else runs; beside the bare limits. */
export async function measureRelay(path: KafkaPath, { eventsPerSecond, backlogSeconds }: KafkaPathOptions): Promise<Ratios> {
  const { broker, ledger, product, source, topic } = path;
  await broker.close(topic);
  acknowledgedOnly('B8', await source.atRate(eventsPerSecond, backlogSeconds));
  const [backlog, before] = [ledger.missing, cpuOf(path)];
  await broker.open(topic);
  const openedAtMs = performance.now();
  await allSeen(ledger);
  const seconds = (ledger.lastAtMs - openedAtMs) / 1_000;
  const relay = backlog / seconds;
  const cpu = cpuSince(before, path, backlog);
  const producer = await bareProducer(broker.brokers, ledger.averageBytes, LIMIT_SECONDS);
  const read = await bareRead(product.databaseUrl, LIMIT_SECONDS);
  const limits = { bareProducer: producer, bareRead: read, bytesPerEvent: ledger.averageBytes };
  printFigure({ bench: 'B8', part: 'relay', backlog, seconds, eventsPerSecond: relay, ...limits });
  printFigure({ bench: 'B8', part: 'relay', unit: 'µs of CPU an event', ...cpu });
  return { 'B8 relay / lower bound': relay / Math.min(producer, read) };
}

/** The same while merchants go on paying: how fast the backlog is gone, as a multiple of what arrives. */
export async function measureDrain(path: KafkaPath, { eventsPerSecond, outageSeconds }: KafkaPathOptions): Promise<Ratios> {
  const { broker, ledger, source, topic } = path;
  await broker.close(topic);
  const running = source.atRate(eventsPerSecond, outageSeconds * (1 + DRAIN_SHARE));
  await pause(outageSeconds * 1_000);
  const [backlog, seenBefore] = [ledger.missing, ledger.seen];
  await broker.open(topic);
  const openedAtMs = performance.now();
  const caughtUp = (eventsPerSecond * CAUGHT_UP_MS) / 1_000;
  await until(async () => ledger.missing <= caughtUp, { everyMs: 20, withinMs: WITHIN_MS, what: 'the backlog is published' });
  const seconds = (performance.now() - openedAtMs) / 1_000;
  const drained = (ledger.seen - seenBefore) / seconds;
  const payments = acknowledgedOnly('B8', await running);
  await allSeen(ledger);
  printFigure({ bench: 'B8', part: 'drain', backlog, seconds, eventsPerSecond: drained, paymentP99Ms: payments.p99Ms });
  return { 'B8 drain / arrival': drained / eventsPerSecond };
}

/** The broker itself is away: what merchants are answered, and what is there when it is back. */
export async function measureStoppedBroker(path: KafkaPath, { eventsPerSecond, outageSeconds }: KafkaPathOptions): Promise<Ratios> {
  const { broker, ledger, source } = path;
  const running = source.atRate(eventsPerSecond, outageSeconds + AFTER_SECONDS);
  await broker.stop();
  await pause(outageSeconds * 1_000);
  const [missing, acknowledged, seenBefore] = [ledger.missing, ledger.acknowledged, ledger.seen];
  await broker.restart();
  const backAtMs = performance.now();
  const since = (): number => (performance.now() - backAtMs) / 1_000;
  await until(async () => ledger.acknowledged > acknowledged, { everyMs: 20, withinMs: WITHIN_MS, what: 'a payment is taken again' });
  const firstPaymentSeconds = since();
  await until(async () => ledger.seen > seenBefore, { everyMs: 20, withinMs: WITHIN_MS, what: 'an event is seen again' });
  const firstEventSeconds = since();
  const payments = await running;
  await allSeen(ledger);
  const counts = { acknowledged: payments.acknowledged, refused: refusedIn(payments), missing };
  printFigure({ bench: 'B8', part: 'stopped broker', outageSeconds, ...counts, firstPaymentSeconds, firstEventSeconds });
  return {};
}

function allSeen(ledger: EventLedger): Promise<void> {
  return until(async () => ledger.missing === 0, { everyMs: 20, withinMs: WITHIN_MS, what: 'every event of every payment is seen' });
}

/** CPU so far, in microseconds, by process; Postgres as a whole. */
function cpuOf({ product, broker }: KafkaPath): Map<string, number> {
  return cpuByPart(product.pid, new Map()).set('kafka', cpuMicrosOf(broker.pid()));
}

/** CPU of each event in microseconds, by process. */
function cpuSince(before: ReadonlyMap<string, number>, path: KafkaPath, events: number): Record<string, number> {
  return Object.fromEntries(partsBetween(before, cpuOf(path), events));
}
