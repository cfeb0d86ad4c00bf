import { median, printFigure } from '../load/figures';
import { firstArrivals, percentiles, setReceiver, takeLedger } from './ledger';
import { pause, until } from '../load/until';
import { Stage } from './stage';
import { Traffic, type Published } from './traffic';
import { insist, classify } from './verdict';

/** How G5 is run. */
export interface IsolationPlan {
  rate: number;
  seconds: number;
  rounds: number;
  seed: number;
  /** Endpoints of 100 that never answer in the B rounds. */
  dead: number;
}

interface Round {
  p99Ms: number;
  /** Healthy deliveries that arrived while events were published. */
  arrived: number;
}

const ENDPOINTS = 100;
const DRAIN_MS_MAX = 120_000;
const WARM_UP_SECONDS = 5;

/** G5: the same events in turn with every endpoint well, and with some that take the request and never answer. */
export async function measureIsolation(plan: IsolationPlan): Promise<void> {
  const stage = await Stage.open('ledger-receiver');
  try {
    const endpoints = await stage.endpoints({ count: ENDPOINTS, dead: plan.dead, shards: 4 });
    const traffic = await Traffic.start(stage, endpoints);
    const well: Round[] = [];
    const ill: Round[] = [];
    for (let round = 0; round < plan.rounds; round++) {
      for (const isDead of round % 2 === 0 ? [false, true] : [true, false])
        (isDead ? ill : well).push(await runRound(stage, traffic, { ...plan, isDead }));
    }
    await traffic.stop();
    report(plan, well, ill);
  } finally {
    await stage.close();
  }
}

/** One round on an empty queue and with a worker of its own: nobody remembers how the endpoints did before. */
async function runRound(stage: Stage, traffic: Traffic, { isDead, ...plan }: IsolationPlan & { isDead: boolean }): Promise<Round> {
  const { origin } = stage.receiver;
  await setReceiver(origin, {});
  await stage.sql.query(
    'TRUNCATE webhooks.deliveries, webhooks.leases, webhooks.deliveries_done, webhooks.attempts, webhooks.endpoint_queues',
  );
  const worker = await stage.startWorker();
  await traffic.run({ ...plan, seconds: WARM_UP_SECONDS });
  await settled(stage);
  await setReceiver(origin, { isDeadSilent: isDead });
  await takeLedger(origin);
  const published = (await traffic.run(plan)).filter(({ endpoint }) => !endpoint.path.startsWith('/dead'));
  const endedMs = performance.timeOrigin + performance.now();
  await settled(stage);
  await pause(50);
  const round = roundOf(published, firstArrivals(await takeLedger(origin)), endedMs);
  await worker.kill();
  printFigure({ figure: `healthy, ${isDead ? plan.dead : 0} of ${ENDPOINTS} dead`, ...round });
  return round;
}

function roundOf(published: readonly Published[], first: ReadonlyMap<string, number>, endedMs: number): Round {
  insist(
    published.every(({ eventId }) => first.has(eventId)),
    'an event of a healthy endpoint did not arrive',
  );
  const { p99 } = percentiles(published.map(({ eventId, atMs }) => (first.get(eventId) ?? 0) - atMs));
  return { p99Ms: p99, arrived: published.filter(({ eventId }) => (first.get(eventId) ?? 0) <= endedMs).length };
}

/** Nothing of a healthy endpoint is left. */
function settled(stage: Stage): Promise<void> {
  const OPEN = `SELECT count(*) AS n FROM webhooks.deliveries d JOIN webhooks.streams s ON s.shard = d.feed_shard AND s.stream_id = d.endpoint_id
    WHERE s.state ->> 'url' NOT LIKE '%/dead/%'`;
  return until(async () => (await stage.number(OPEN)) === 0, { everyMs: 100, withinMs: DRAIN_MS_MAX, what: 'healthy deliveries' });
}

function report({ dead }: IsolationPlan, well: readonly Round[], ill: readonly Round[]): void {
  const ratio = (of: (round: Round) => number): number => median(ill.map(of)) / median(well.map(of));
  classify(
    'G5',
    `healthy p99 with ${dead} of ${ENDPOINTS} dead / without`,
    ratio(({ p99Ms }) => p99Ms),
    { atMost: 1.2 },
  );
  classify(
    'G5',
    `healthy throughput with ${dead} of ${ENDPOINTS} dead / without`,
    ratio(({ arrived }) => arrived),
    { atLeast: 0.98 },
  );
}
