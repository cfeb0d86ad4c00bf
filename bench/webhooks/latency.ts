import { printFigure } from '../load/figures';
import { firstArrivals, percentiles, takeLedger } from './ledger';
import { until } from '../load/until';
import { Stage } from './stage';
import { Traffic, type Published } from './traffic';
import { insist, classify } from './verdict';

const WARM_UP_SECONDS = 5;
const DRAIN_MS_MAX = 120_000;

/** G4: from the insert of a delivery, and from the publishing of its event, to the first byte at the receiver. */
export async function measureLatency({ rate, seconds, seed }: { rate: number; seconds: number; seed: number }): Promise<void> {
  const stage = await Stage.open('ledger-receiver');
  try {
    const endpoints = await stage.endpoints({ count: 100, shards: 4 });
    const traffic = await Traffic.start(stage, endpoints);
    const worker = await stage.startWorker();
    try {
      await settled(stage, await traffic.run({ rate, seconds: WARM_UP_SECONDS, seed }));
      await takeLedger(stage.receiver.origin);
      const published = await traffic.run({ rate, seconds, seed: seed + 1 });
      await settled(stage, published);
      await report(stage, published, rate);
    } finally {
      await worker.stop();
      await traffic.stop();
    }
  } finally {
    await stage.close();
  }
}

function settled(stage: Stage, published: readonly Published[]): Promise<void> {
  const isSettled = async (): Promise<boolean> => (await stage.number('SELECT count(*) AS n FROM webhooks.deliveries')) === 0;
  return until(isSettled, { everyMs: 100, withinMs: DRAIN_MS_MAX, what: `${published.length} events delivered` });
}

async function report(stage: Stage, published: readonly Published[], rate: number): Promise<void> {
  const arrivals = await takeLedger(stage.receiver.origin);
  const first = firstArrivals(arrivals);
  insist(arrivals.length === published.length, `${arrivals.length} requests for ${published.length} events`);
  insist(
    published.every(({ eventId }) => first.has(eventId)),
    'an event did not arrive',
  );
  const { rows } = await stage.sql.query<{ event_id: string; at_ms: number }>(
    'SELECT event_id, (extract(epoch FROM created_at) * 1000)::float8 AS at_ms FROM webhooks.deliveries_done',
  );
  const inserted = new Map(rows.map((row) => [row.event_id, row.at_ms]));
  const sinceInsert = percentiles(published.map(({ eventId }) => (first.get(eventId) ?? 0) - (inserted.get(eventId) ?? 0)));
  const sincePublish = percentiles(published.map(({ eventId, atMs }) => (first.get(eventId) ?? 0) - atMs));
  printFigure({ figure: 'events a second', value: rate, events: published.length });
  printFigure({ figure: 'insert → first byte, ms', ...sinceInsert });
  printFigure({ figure: 'publish → first byte, ms', ...sincePublish });
  classify('G4', 'insert → first byte, p50 ms', sinceInsert.p50, { atMost: 15 });
  classify('G4', 'insert → first byte, p99 ms', sinceInsert.p99, { atMost: 150 });
  classify('G4', 'publish → first byte, p50 ms', sincePublish.p50, { atMost: 40 });
  classify('G4', 'publish → first byte, p99 ms', sincePublish.p99, { atMost: 300 });
}
