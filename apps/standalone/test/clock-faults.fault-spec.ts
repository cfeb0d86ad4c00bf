import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { SystemClock } from '#service';
import { eventually } from '#testing';
import { lasting, makeKey, startCluster, type Cluster, type ClusterProcess } from './cluster';
import { EventReceiver } from './event-receiver';
import { expectCleanRefusals, latencyAt } from './invariants/availability';
import { expectClusterInvariants } from './invariants/expect-invariants';
import { mayMoveClocks, MovedClock } from './moved-clock';
import { startSteadyLoad, type Outcome } from './steady-load';

/** Longer than any deadline of a command. */
const HOUR_SECONDS = 3_600;
/** In milliseconds: a clock that moves is no outage. */
const QUICK_MS = 5_000;
const HALF_HOUR_SECONDS = 1_800;

/** A payment that is not paid yet, and until when it can be. */
interface Unpaid {
  id: string;
  client_secret: string;
  expires_at: number;
}

/** The wall clock of every process but Postgres and the broker moves, while merchants pay (F19). */
(mayMoveClocks() ? describe : describe.skip)('a Hundi whose clock moves', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hundi-clock-'));
  const clock = new MovedClock(join(folder, 'clock'));
  let cluster: Cluster;
  let webhooks: ClusterProcess;
  let receiver: EventReceiver;
  let pool: pg.Pool;
  let merchants: string[];
  let secret: string;
  const paid: Outcome[] = [];

  beforeAll(async () => {
    receiver = await EventReceiver.open();
    cluster = await startCluster({ clock });
    pool = new pg.Pool({ connectionString: cluster.databaseUrl, max: 2 });
    webhooks = await cluster.startWebhooks();
    merchants = cluster.apiKeys.slice(0, 2);
    for (const [index, apiKey] of merchants.entries()) secret = await receiver.register(cluster.gateway.baseUrl, apiKey, `/${index}`);
  }, 120_000);
  afterAll(async () => {
    await pool?.end();
    await cluster?.stop();
    await receiver?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const whilePaying = async (happening: () => Promise<void>): Promise<Outcome[]> => {
    const load = startSteadyLoad({ baseUrls: [cluster.gateway.baseUrl], apiKeys: merchants, withRefunds: true });
    await lasting(1);
    await happening();
    await lasting(3);
    const outcomes = await load.stop();
    paid.push(...outcomes);
    expectCleanRefusals(load.refusals);
    return outcomes;
  };

  it.each([
    ['an hour ahead', `+${HOUR_SECONDS}`],
    ['an hour behind', `-${HOUR_SECONDS}`],
    ['twice as fast as others', '+0 x2'],
    ['half as fast as others', '+0 x0.5'],
    ['right again', '+0'],
  ])(
    'goes on paying when it is %s from one moment to the next',
    async (_, offset) => {
      const outcomes = await whilePaying(async () => clock.set(offset));
      expect(latencyAt(1, outcomes)).toBeLessThan(QUICK_MS);
      // Instants are those of the clock as it is then; an object never ends before it begins.
      const { rows } = await pool.query(
        `SELECT stream_id FROM payments.streams WHERE updated_at < created_at
       UNION ALL SELECT delivery_id FROM webhooks.attempts WHERE total_ms < 0 OR ttfb_ms < 0`,
      );
      expect(rows).toEqual([]);
    },
    60_000,
  );

  it('measures no negative duration', async () => {
    for (const { url } of [cluster.gateway, webhooks]) {
      const text = await (await fetch(`${url}/metrics`)).text();
      expect(text.split('\n').filter((line) => /^\S+_(sum|seconds)(\{.*\})? -/.test(line))).toEqual([]);
    }
  });

  it('pages through every payment of that time once', async () => {
    for (const apiKey of merchants) {
      const wanted = paid.filter((outcome) => outcome.apiKey === apiKey).map(({ paymentId }) => paymentId);
      // A list that is not asked for one thing may be behind the last payment for a moment (docs/how-to/list-and-page.md).
      await eventually(async () => expect((await listAll(cluster.gateway.baseUrl, apiKey)).toSorted()).toEqual(wanted.toSorted()));
    }
  });

  it('loses, invents and doubles nothing, and tells every event', async () => {
    await expectClusterInvariants(cluster, { paid, receiver });
  }, 120_000);

  describe('and what ends at a time', () => {
    const real = new SystemClock();
    const nowSeconds = (): number => Math.floor(real.nowMs() / 1_000);
    const unpaid: Unpaid[] = [];

    const ask = async (apiKey: string, path: string, body?: object): Promise<{ status: number; json: Record<string, unknown> }> => {
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
      const method = body === undefined ? 'GET' : 'POST';
      const response = await fetch(`${cluster.gateway.baseUrl}${path}`, { method, headers, body: body && JSON.stringify(body) });
      return { status: response.status, json: (await response.json()) as Record<string, unknown> };
    };
    const payOnPage = async ({ id, client_secret }: Unpaid): Promise<number> => {
      const body = new URLSearchParams({ client_secret, payment_method: 'upi', vpa: 'success@sandbox' });
      const { status } = await fetch(`${cluster.gateway.baseUrl}/checkout/${id}`, { method: 'POST', body, redirect: 'manual' });
      return status;
    };

    /** One that ended half an hour ago by such a clock, and one that ends in half an hour. */
    const keysAround = (nowMs: number): Promise<string[]> =>
      Promise.all(
        [-HALF_HOUR_SECONDS, HALF_HOUR_SECONDS].map((seconds) => makeKey(cluster.databaseUrl, 'Of half an hour', nowMs + seconds * 1_000)),
      );
    const statusesOf = (keys: readonly string[]): Promise<number[]> =>
      Promise.all(keys.map(async (key) => (await ask(key, '/v1/payments')).status));

    it.each([
      ['an hour ahead', HOUR_SECONDS],
      ['an hour behind', -HOUR_SECONDS],
      ['right again', 0],
    ])(
      'ends by the clock that is %s: keys, open payments with their pages, while signatures are dated rightly',
      async (_, aheadSeconds) => {
        clock.set(aheadSeconds < 0 ? `${aheadSeconds}` : `+${aheadSeconds}`);
        // Each process looks at its clock a second later at most.
        await lasting(2);
        const keys = await keysAround(real.nowMs() + aheadSeconds * 1_000);
        await eventually(async () => expect(await statusesOf(keys)).toEqual([401, 200]));
        const payment = { amount: 50_000, currency: 'INR', payment_methods: ['upi'] };
        const expires_at = nowSeconds() + aheadSeconds + HALF_HOUR_SECONDS;
        const { status, json } = await ask(merchants[1]!, '/v1/payments', { ...payment, expires_at });
        expect(status).toBe(201);
        const made = json as unknown as Unpaid;
        unpaid.push(made);
        for (const one of unpaid) {
          const isOver = one.expires_at <= nowSeconds() + aheadSeconds;
          await eventually(
            async () => expect((await ask(merchants[1]!, `/v1/payments/${one.id}`)).json.status).toBe(isOver ? 'expired' : 'created'),
            { everyMs: 200 },
          );
          if (isOver) expect(await payOnPage(one)).toBe(400);
        }
        await expectDated(made.id);
      },
      60_000,
    );

    /** By the clock of the database: a receiver that follows Standard Webhooks takes it, whatever the clock of the sender shows. */
    async function expectDated(paymentId: string): Promise<void> {
      const { headers, body } = await eventually(() => {
        const delivered = receiver.delivered.find((one) => one.body.includes(paymentId));
        if (delivered === undefined) throw new Error('the event has not been delivered');
        return delivered;
      });
      new Webhook(secret).verify(body, headers as Record<string, string>);
    }
  });

  it.each(['+40', '-40'])(
    'refuses cleanly or pays when one gateway is off by %s seconds, and pays when it is right again',
    async (offset) => {
      const own = new MovedClock(join(folder, `gateway${offset}`));
      own.set(offset);
      const gateway = await cluster.startGateway({ clock: own });
      const load = startSteadyLoad({ baseUrls: [gateway.baseUrl], apiKeys: merchants });
      await lasting(3);
      own.set('+0');
      const outcomes = await load.stop();
      expectCleanRefusals(load.refusals);
      expect(outcomes.filter(({ status }) => status !== 201)).toEqual([]);
      expect(new Set(outcomes.map(({ paymentId }) => paymentId)).size).toBe(outcomes.length);
      await gateway.end('SIGTERM');
    },
    60_000,
  );
});

async function listAll(baseUrl: string, apiKey: string): Promise<string[]> {
  const ids: string[] = [];
  for (let isMore = true, after = ''; isMore;) {
    const response = await fetch(`${baseUrl}/v1/payments?limit=100${after}`, { headers: { authorization: `Bearer ${apiKey}` } });
    const page = (await response.json()) as { data: { id: string }[]; has_more: boolean };
    ids.push(...page.data.map(({ id }) => id));
    after = `&starting_after=${ids.at(-1)}`;
    isMore = page.has_more;
  }
  return ids;
}
