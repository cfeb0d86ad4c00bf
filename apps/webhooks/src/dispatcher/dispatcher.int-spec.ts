import { Webhook } from 'standardwebhooks';
import { eventually } from '#testing';
import { ACCOUNT } from '../../test/event-messages';
import { EventBodies, type BodyPlace } from '../feed/event-bodies';
import { DispatcherFixture, SECRET } from './test/dispatcher-fixture';

describe('the dispatcher', () => {
  let fixture: DispatcherFixture;

  beforeEach(async () => {
    fixture = await DispatcherFixture.open();
  });
  afterEach(() => fixture.close());

  it('delivers an event as it stands in the feed, signed, and records it', async () => {
    const endpointId = await fixture.endpoint('/a');
    const [eventId] = await fixture.happens(1);
    await eventually(async () => expect(await fixture.states(endpointId)).toEqual({ succeeded: 1 }));
    const [hook, ...others] = fixture.receiver.at('/a');
    expect(others).toEqual([]);
    const verified = new Webhook(SECRET).verify(hook?.body ?? '', hook?.headers as Record<string, string>);
    expect(verified).toMatchObject({ id: eventId, type: 'payment.captured' });
    expect(hook?.headers).toMatchObject({ 'webhook-endpoint-id': endpointId, 'webhook-attempt': '1' });
    const { rows } = await fixture.sql.query('SELECT status_code, response_body, key_fingerprints FROM webhooks.attempts');
    expect(rows).toEqual([{ status_code: 200, response_body: 'ok', key_fingerprints: ['0123456789abcdef'] }]);
    const attempts = (): Promise<string | undefined> => fixture.webhooks.metric('hundi_webhooks_attempts_total');
    // An attempt is counted after it is stored.
    await eventually(async () => expect(await attempts()).toMatch(/outcome="delivered",code_class="2xx"} 1$/));
  });

  it('delivers everything to everybody, once', async () => {
    const ids = await Promise.all(['/a', '/b', '/c'].map((path) => fixture.endpoint(path)));
    const events = await fixture.happens(300);
    await eventually(async () => {
      for (const id of ids) expect(await fixture.states(id)).toEqual({ succeeded: 300 });
    });
    for (const path of ['/a', '/b', '/c']) expect(fixture.receiver.ids(path).toSorted()).toEqual(events.toSorted());
  });

  it('shows personal values to the receiver alone, and nothing of those that are erased', async () => {
    const endpointId = await fixture.endpoint('/a');
    const subject = { id: 'cust_0VB3xQ9k07abcdefghijklmn', accountId: ACCOUNT };
    const customer = await fixture.personalData.seal(subject, { name: 'Asha Rao' });
    await fixture.happens(1, { object: { customer } });
    await eventually(async () => expect(await fixture.states(endpointId)).toEqual({ succeeded: 1 }));
    expect(fixture.receiver.hooks[0]?.body).toContain('"customer":{"name":"Asha Rao"}');
    const { rows } = await fixture.sql.query<BodyPlace>('SELECT pack, body_at FROM webhooks.feed_events');
    const kept = (await new EventBodies().read(fixture.sql, rows)).join();
    expect(kept).toContain('"customer":');
    expect(kept).not.toContain('Asha');
    await fixture.personalData.destroy(subject);
    await fixture.stopService();
    await fixture.startService();
    await fixture.happens(1, { object: { customer } });
    await eventually(() => expect(fixture.receiver.hooks[1]?.body).toContain('"customer":null'));
  });

  it('keeps what a receiver repeats without secrets, and only as long as the one whose values it repeats is there', async () => {
    const clientSecret = `pay_${'a'.repeat(24)}_secret_t${'b'.repeat(64)}`;
    fixture.receiver.answer = ({ body }) => ({ status: 200, body: `${clientSecret} of ${body}` });
    const endpointId = await fixture.endpoint('/a');
    const subjects = ['cust_0VB3xQ9k07abcdefghijklmn', 'cust_0VB3xQ9k07abcdefghijklmo'].map((id) => ({ id, accountId: ACCOUNT }));
    const [one, other] = await Promise.all(subjects.map((subject) => fixture.personalData.seal(subject, { name: 'Asha Rao' })));
    await fixture.happens(1);
    await fixture.happens(1, { object: { customer: one } });
    await fixture.happens(1, { object: { customer: one, other } });
    await eventually(async () => expect(await fixture.states(endpointId)).toEqual({ succeeded: 3 }));
    expect(fixture.receiver.hooks.filter(({ body }) => body.includes('Asha Rao'))).toHaveLength(2);
    const replies = async (): Promise<(string | null)[]> => {
      const { rows } = await fixture.sql.query<{ body: string | null }>(
        'SELECT response_body AS body FROM webhooks.attempts ORDER BY length(response_body)',
      );
      return Promise.all(rows.map(async ({ body }) => (await fixture.personalData.unsealValue(body, ACCOUNT)) as string | null));
    };
    const { rows } = await fixture.sql.query<{ text: string }>('SELECT a::text AS text FROM webhooks.attempts a');
    expect(rows.filter(({ text }) => text.includes('Asha') || text.includes('b'.repeat(64)))).toEqual([]);
    const masked = expect.stringMatching(/_secret_\[redacted\] of \{/) as string;
    expect(await replies()).toEqual([masked, expect.stringContaining('"customer":{"name":"Asha Rao"}'), null]);
    await fixture.personalData.destroy(subjects[0] ?? { id: '', accountId: ACCOUNT });
    expect(await replies()).toEqual([masked, null, null]);
  });

  it('puts deliveries off while keys cannot be read, and costs them no attempt', async () => {
    const endpointId = await fixture.endpoint('/a');
    await fixture.stopService();
    await fixture.sql.query('ALTER TABLE vault.data_keys RENAME TO data_keys_away');
    await fixture.startService();
    await fixture.happens(1);
    await eventually(async () => expect(await fixture.webhooks.metric('hundi_webhooks_attempts_total')).toMatch(/outcome="internal"/));
    await eventually(async () => expect(await fixture.states(endpointId)).toEqual({ ready: 1 }));
    await fixture.sql.query('ALTER TABLE vault.data_keys_away RENAME TO data_keys');
    await fixture.sql.query('UPDATE webhooks.deliveries SET next_attempt_at = now()');
    await fixture.sql.query('UPDATE webhooks.endpoint_queues SET next_due_at = now()');
    await eventually(async () => expect(await fixture.states(endpointId)).toEqual({ succeeded: 1 }));
    expect(fixture.receiver.hooks.map(({ headers }) => headers['webhook-attempt'])).toEqual(['1']);
  });

  it('waits for the answers under way when it stops, writes them, and gives back the rest', async () => {
    fixture.receiver.answer = () => null;
    const endpointId = await fixture.endpoint('/a', { maxInFlight: 2 });
    await fixture.happens(5);
    await eventually(() => expect(fixture.receiver.open).toBe(2));
    const stopping = fixture.stopService();
    const [first] = fixture.receiver.hooks;
    fixture.receiver.answerWaiting(200);
    await stopping;
    expect(first).toBeDefined();
    expect(await fixture.states(endpointId)).toEqual({ succeeded: 2, ready: 3 });
  });

  it('leaves nothing leased when a receiver never answers and the process has to stop', async () => {
    fixture.receiver.answer = () => null;
    const endpointId = await fixture.endpoint('/a', { maxInFlight: 2 });
    await fixture.happens(2);
    await eventually(() => expect(fixture.receiver.open).toBe(2));
    const startedMs = performance.now();
    await fixture.stopService();
    expect(performance.now() - startedMs).toBeLessThan(8_000);
    expect(await fixture.states(endpointId)).toEqual({ ready: 2 });
    const { rows } = await fixture.sql.query('SELECT attempt_no FROM webhooks.deliveries');
    expect(rows).toEqual([{ attempt_no: 0 }, { attempt_no: 0 }]);
  });

  it('is ready, and says when it last asked for deliveries', async () => {
    const ready = await fetch(`${fixture.webhooks.app.url}/health/ready`);
    expect(await ready.json()).toMatchObject({ checks: { 'webhooks.dispatcher': { ok: true } } });
    await eventually(async () => expect(await fixture.webhooks.metric('hundi_webhooks_heartbeat_timestamp')).toMatch(/ \d{10}/));
  });
});
