import { readFileSync } from 'node:fs';
import pg from 'pg';
import { EVENT_TOPIC } from '#contracts';
import { findFreePort } from '#embedded';
import { eventually } from '#testing';
import { startCluster, type Cluster, type ClusterProcess } from './cluster';
import { ConsumerGroups } from './consumer-groups';
import { EventReceiver } from './event-receiver';
import { expectClusterInvariants } from './invariants/expect-invariants';
import { startSteadyLoad, type Outcome } from './steady-load';

const PAY_EVERY_MS = 100;
/** Every turn, two processes join those that share the work and leave again. */
const TURNS = 3;
/** Several pages and batches have passed the step when it is the last one. */
const HIT = 5;
const FAN_OUT = { consumer: 'webhooks', topic: EVENT_TOPIC.payments };

/** What follows the events of payments: the lists, and the webhooks with their feed. */
describe('followers of the log whose partitions change hands (F15)', () => {
  let cluster: Cluster;
  let receiver: EventReceiver;
  let pool: pg.Pool;
  let groups: ConsumerGroups;
  const paid: Outcome[] = [];

  beforeAll(async () => {
    receiver = await EventReceiver.open();
    cluster = await startCluster();
    pool = new pg.Pool({ connectionString: cluster.databaseUrl, max: 2 });
    groups = await ConsumerGroups.open(cluster.kafka.brokers);
    await cluster.startWebhooks();
    await Promise.all(cluster.apiKeys.map((apiKey, index) => receiver.register(cluster.gateway.baseUrl, apiKey, `/${index}`)));
  }, 120_000);
  afterAll(async () => {
    await groups?.close();
    await pool?.end();
    await cluster?.stop();
    await receiver?.close();
  });

  /** @returns what was paid meanwhile. */
  const whilePaying = async (happening: () => Promise<unknown>): Promise<Outcome[]> => {
    const target = { baseUrls: [cluster.gateway.baseUrl], apiKeys: cluster.apiKeys, withRefunds: true, everyMs: PAY_EVERY_MS };
    const load = startSteadyLoad(target);
    const first = paid.length;
    await happening().finally(async () => paid.push(...(await load.stop())));
    return paid.slice(first);
  };
  const bothShare = (): Promise<void> =>
    eventually(async () => expect(await groups.countMembers(FAN_OUT)).toBe(2), { withinMs: 30_000, everyMs: 100 });

  it(`${TURNS} times in a row, because a process joins and is ended or killed`, async () => {
    await whilePaying(async () => {
      for (let turn = 0; turn < TURNS; turn++) {
        const internalPort = await findFreePort();
        const [payments, fanOut] = await Promise.all([cluster.startPayments(), cluster.startWebhooks({ internalPort })]);
        await bothShare();
        await eventually(async () => expect(await payments.heldPartitions()).toBeGreaterThan(0));
        const signal = turn % 2 === 0 ? 'SIGTERM' : 'SIGKILL';
        await Promise.all([payments.end(signal), fanOut.end(signal)]);
      }
    });
  }, 180_000);

  const isFrozen = ({ pid }: ClusterProcess): boolean => readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') T ');
  const label = async ({ apiKey, paymentId }: Outcome): Promise<void> => {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const request = { method: 'PATCH', headers, body: '{"metadata":{"table":7}}' };
    expect((await fetch(`${cluster.gateway.baseUrl}/v1/payments/${paymentId}`, request)).status).toBe(200);
  };
  /** Shards whose lists lack something of the log. */
  const behind = async (): Promise<unknown[]> => {
    const { rows } = await pool.query(
      `SELECT p.name, c.shard FROM payments.projections p
       JOIN payments.projection_checkpoints c ON c.name = p.name AND c.version = p.live_version
       JOIN (SELECT shard, max(position) AS position FROM payments.events GROUP BY 1) e ON e.shard = c.shard AND e.position > c.position`,
    );
    return rows;
  };
  const idsOf = async (text: string): Promise<string[]> => (await pool.query<{ id: string }>(text)).rows.map(({ id }) => id);
  /** Each event once, and in the order of its shard. */
  const expectFeed = async (): Promise<void> => {
    const feed = `SELECT event_id AS id FROM webhooks.feed_events WHERE type NOT SIMILAR TO '(webhook_endpoint|account|api_key).%' ORDER BY shard, position`;
    const log = `SELECT event_id AS id FROM payments.events WHERE meta ->> 'sequence' IS NOT NULL ORDER BY shard, position`;
    expect(await idsOf(feed)).toEqual(await idsOf(log));
  };

  it('because three are frozen, with a page or a batch in hand or with a lock held: they hold up no other follower, and write nothing late', async () => {
    const internalPort = await findFreePort();
    const frozen = await Promise.all([
      cluster.startPayments({ freezeAt: `list: page in hand at hit ${HIT}` }),
      cluster.startPayments({ freezeAt: `list: checkpoint moved, rows not written at hit ${HIT}` }),
      cluster.startWebhooks({ freezeAt: `fan-out: batch and remembered mark in hand at hit ${HIT}`, internalPort }),
    ]);
    const seen = await whilePaying(() => eventually(() => expect(frozen.map(isFrozen)).toEqual([true, true, true])));
    // What they have in hand is not the newest state of any of these payments from now on.
    await Promise.all(seen.map(label));
    await eventually(async () => expect(await behind()).toEqual([]), { withinMs: 30_000 });
    await eventually(expectFeed, { withinMs: 30_000 });

    const [late, ...others] = frozen;
    late.signal('SIGCONT');
    expect(await late.ended).toBe('SIGKILL');
    // Before one of the others takes its shards and reads again from where they stand.
    const labelled = await idsOf(`SELECT id FROM payments.payments_list WHERE metadata ->> 'table' = '7' ORDER BY id`);
    expect(labelled).toEqual(seen.map(({ paymentId }) => paymentId).toSorted());
    for (const process of others) process.signal('SIGCONT');
    await bothShare();
    await expectFeed();
  }, 180_000);

  it(
    'leave a read model that is the fold of the log, and tell every event at least once, with one id and in order (I8, I9)',
    () => expectClusterInvariants(cluster, { paid, receiver }),
    120_000,
  );
});
