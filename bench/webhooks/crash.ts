import { printFigure } from '../load/figures';
import { firstArrivals, setReceiver, takeLedger, type Arrival } from './ledger';
import { pause, until } from '../load/until';
import { Stage } from './stage';
import { Traffic, type Published } from './traffic';
import { insist, classify } from './verdict';

/** How G9 is run. */
export interface CrashPlan {
  rate: number;
  kills: number;
  seed: number;
}

/** What was under way when a worker was killed. */
interface Kill {
  atMs: number;
  eventIds: ReadonlySet<string>;
}

const TIMEOUT_MS = 1_000;
/** A lease lasts the time-out of its endpoint and 30 s. */
const LEASE_MS = TIMEOUT_MS + 30_000;
const RESUMED_WITHIN_MS = LEASE_MS + 5_000;
/** Load before each kill, and as long as it takes that something is always under way. */
const SECONDS_A_KILL = 4;
const REPLY_MS = 15;
const DRAIN_MS_MAX = 240_000;

/** G9: workers are killed under load, one after the other; the next one starts at once and works with what is left. */
export async function measureCrash({ rate, kills, seed }: CrashPlan): Promise<void> {
  const stage = await Stage.open('ledger-receiver');
  try {
    const endpoints = await stage.endpoints({ count: 100, shards: 4, hasOrdered: true, timeoutMs: TIMEOUT_MS });
    const traffic = await Traffic.start(stage, endpoints);
    await setReceiver(stage.receiver.origin, { replyMs: REPLY_MS });
    const running = traffic.run({ rate, seconds: (kills + 1) * SECONDS_A_KILL, seed });
    const killed: Kill[] = [];
    for (let turn = 0; turn < kills; turn++) killed.push(await killUnderLoad(stage, killed));
    const worker = await stage.startWorker();
    const published = await running;
    const isDone = async (): Promise<boolean> => (await stage.number('SELECT count(*) AS n FROM webhooks.deliveries')) === 0;
    await until(isDone, { everyMs: 200, withinMs: DRAIN_MS_MAX, what: 'all deliveries' });
    await worker.stop();
    await traffic.stop();
    report(published, killed, await takeLedger(stage.receiver.origin));
  } finally {
    await stage.close();
  }
}

/** @param earlier kills: what was under way then may wait still. */
async function killUnderLoad(stage: Stage, earlier: readonly Kill[]): Promise<Kill> {
  const worker = await stage.startWorker();
  await pause((SECONDS_A_KILL * 1_000) / 2);
  const isBusy = async (): Promise<boolean> =>
    (await stage.number('SELECT count(*) AS n FROM webhooks.deliveries WHERE lease_token IS NOT NULL')) > 0;
  await until(isBusy, { everyMs: 1, withinMs: 30_000, what: 'deliveries under way' });
  await worker.kill();
  const atMs = performance.timeOrigin + performance.now();
  const { rows } = await stage.sql.query<{ event_id: string }>('SELECT event_id FROM webhooks.deliveries WHERE lease_token IS NOT NULL');
  const eventIds = rows.map((row) => row.event_id).filter((eventId) => !earlier.some((kill) => kill.eventIds.has(eventId)));
  return { atMs, eventIds: new Set(eventIds) };
}

function report(published: readonly Published[], kills: readonly Kill[], arrivals: readonly Arrival[]): void {
  const first = firstArrivals(arrivals);
  const underWay = new Set(kills.flatMap(({ eventIds }) => [...eventIds]));
  const lost = published.filter(({ eventId }) => !first.has(eventId)).length;
  printFigure({ figure: 'published', value: published.length, kills: kills.length, underWay: kills.map(({ eventIds }) => eventIds.size) });
  classify('G9', 'lost', lost, { atMost: 0 });
  classify('G9', 'doubled / under way at the kills', (arrivals.length - first.size) / underWay.size, { atMost: 1 });
  classify('G9', 'out of order', outOfOrder(published, first), { atMost: 0 });
  classify('G9', 'what was under way came again, after the kill, s', resumedAfterMs(kills, arrivals) / 1_000, {
    atMost: RESUMED_WITHIN_MS / 1_000,
  });
  const sent = new Set(published.map(({ eventId }) => eventId));
  insist(
    [...first.keys()].every((eventId) => sent.has(eventId)),
    'something arrived that nobody published',
  );
  insist(underWay.size > 0, 'nothing was under way at any kill');
}

/** Events of ordered resources that came before an earlier one of theirs. */
function outOfOrder(published: readonly Published[], first: ReadonlyMap<string, number>): number {
  const seen = new Map<string, Published>();
  let wrong = 0;
  for (const event of published.filter(({ endpoint }) => endpoint.isOrdered)) {
    const before = seen.get(event.resourceId);
    if (before && (first.get(before.eventId) ?? 0) > (first.get(event.eventId) ?? 0)) wrong++;
    seen.set(event.resourceId, event);
  }
  return wrong;
}

/** The longest from a kill to the last arrival of what was under way then. */
function resumedAfterMs(kills: readonly Kill[], arrivals: readonly Arrival[]): number {
  const last = new Map<string, number>();
  for (const { eventId, atMs } of arrivals) last.set(eventId, Math.max(atMs, last.get(eventId) ?? 0));
  return Math.max(
    ...kills.flatMap(({ atMs, eventIds }) => [...eventIds].map((eventId) => (last.get(eventId) ?? Number.POSITIVE_INFINITY) - atMs)),
  );
}
