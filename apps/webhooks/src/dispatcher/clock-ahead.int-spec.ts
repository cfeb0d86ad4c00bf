import { randomUUID } from 'node:crypto';
import { eventually } from '#testing';
import { DeliveryQueue } from '../delivery-queue/delivery-queue';
import { EventBodies } from '../feed/event-bodies';
import { DispatcherFixture } from './test/dispatcher-fixture';

const AHEAD_MS = 60_000;

describe('a worker whose clock is a minute ahead (F19)', () => {
  let fixture: DispatcherFixture;
  beforeEach(async () => {
    fixture = await DispatcherFixture.open({ webhooksDispatcherEnabled: false });
  });
  afterEach(() => fixture.close());

  const startAhead = (): Promise<void> =>
    fixture.startService({ nowMs: () => Date.now() + AHEAD_MS, monotonicMs: () => performance.now() });

  it('takes nothing that another worker has leased, nor what is due later', async () => {
    const leased = await fixture.endpoint('/leased', { enabledEvents: ['payment.captured'] });
    await fixture.happens(1, { type: 'payment.captured' });
    await eventually(async () => expect(await fixture.states(leased)).toEqual({ ready: 1 }));
    const token = randomUUID();
    const all = { total: 8, retries: 8, replays: 8, favoredClass: 0 } as const;
    // A claim passes by a queue that is locked, as it is while it follows its new endpoint.
    await eventually(async () =>
      expect((await new DeliveryQueue(fixture.sql, new EventBodies()).claim(Date.now(), token, all)).deliveries).toHaveLength(1),
    );
    const later = await fixture.endpoint('/later', { enabledEvents: ['payment.failed'] });
    await fixture.happens(1, { type: 'payment.failed' });
    await eventually(async () => expect(await fixture.states(later)).toEqual({ ready: 1 }));
    await fixture.sql.query(`UPDATE webhooks.deliveries SET next_attempt_at = now() + interval '40 seconds' WHERE lease_token IS NULL`);
    await fixture.sql.query(`UPDATE webhooks.endpoint_queues SET next_due_at = greatest(next_due_at, now() + interval '40 seconds')`);
    // A lease that is over in truth: when it is gone, leases were looked through.
    const over = randomUUID();
    await fixture.sql.query(`INSERT INTO webhooks.leases (lease_token, lease_until, delivery_ids) VALUES ($1, now(), '{}')`, [over]);
    const now = await fixture.endpoint('/now', { enabledEvents: ['payment.authorized'] });
    await fixture.stopService();
    await startAhead();
    const leases = async (): Promise<string[]> =>
      (await fixture.sql.query<{ lease_token: string }>('SELECT lease_token FROM webhooks.leases')).rows.map((row) => row.lease_token);
    await eventually(async () => expect(await leases()).not.toContain(over));
    await fixture.happens(1, { type: 'payment.authorized' });
    await eventually(async () => expect(await fixture.states(now)).toEqual({ succeeded: 1 }));
    expect(await leases()).toContain(token);
    expect(fixture.receiver.hooks.map(({ path }) => path)).toEqual(['/now']);
  });
});
