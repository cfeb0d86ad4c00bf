import { cpus, loadavg, release } from 'node:os';
import { parseArgs } from 'node:util';
import { EVENT_TOPIC } from '#contracts';
import { reportVerdicts } from '../goals';
import { printFigure } from '../load/figures';
import { startProduct, type Product } from '../product';
import { startBenchBroker, type BenchBroker } from './bench-broker';
import { EventLedger } from './event-ledger';
import { startOutsideConsumer } from './outside-consumer';
import {
  measureDrain,
  measureLatency,
  measureRelay,
  measureRoundTrip,
  measureStoppedBroker,
  type KafkaPath,
  type KafkaPathOptions,
} from './parts';
import { PaymentSource } from './payment-source';

const TOPIC = EVENT_TOPIC.payments;
/** V8 compiles meanwhile. */
const WARM_UP = { clients: 32, seconds: 8 };

/** In this order. */
const PARTS: Record<string, (path: KafkaPath, options: KafkaPathOptions) => Promise<Record<string, number>>> = {
  'round-trip': measureRoundTrip,
  consumer: measureLatency,
  relay: measureRelay,
  drain: measureDrain,
  stopped: measureStoppedBroker,
};

function readOptions(): KafkaPathOptions & { parts: string[] } {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: Object.keys(PARTS).join(',') },
      rate: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '30' },
      'backlog-seconds': { type: 'string', default: '20' },
      'outage-seconds': { type: 'string', default: '60' },
    },
  });
  const parts = values.only.split(',');
  if (parts.some((part) => !PARTS[part])) throw new RangeError(`--only takes ${Object.keys(PARTS).join(', ')}`);
  return {
    parts,
    eventsPerSecond: Number(values.rate),
    seconds: Number(values.seconds),
    backlogSeconds: Number(values['backlog-seconds']),
    outageSeconds: Number(values['outage-seconds']),
  };
}

async function measure(
  product: Product,
  broker: BenchBroker,
  { parts, ...options }: ReturnType<typeof readOptions>,
): Promise<Record<string, number>> {
  const ledger = new EventLedger();
  const consumer = await startOutsideConsumer(broker.brokers, TOPIC, ledger);
  try {
    const source = await PaymentSource.open(product, ledger);
    const path = { broker, product, source, ledger, topic: TOPIC };
    await source.closedLoop(WARM_UP.clients, WARM_UP.seconds);
    const ratios: Record<string, number> = {};
    for (const [name, part] of Object.entries(PARTS)) if (parts.includes(name)) Object.assign(ratios, await part(path, options));
    ledger.assertComplete(source.refused);
    printFigure({ bench: 'B8', acknowledged: ledger.acknowledged, events: ledger.seen, duplicates: ledger.duplicates });
    return ratios;
  } finally {
    await consumer.stop();
  }
}

async function main(): Promise<void> {
  const options = readOptions();
  printFigure({ node: process.version, cores: cpus().length, kernel: release(), load: loadavg()[0], ...options });
  const broker = await startBenchBroker();
  try {
    const product = await startProduct('kafka', { KAFKA_BROKERS: broker.brokers, KAFKA_TRUSTED_NETWORK: 'true' });
    const ratios = await measure(product, broker, options).finally(() => product.stop());
    reportVerdicts(ratios);
  } finally {
    await broker.end();
  }
}

void main();
