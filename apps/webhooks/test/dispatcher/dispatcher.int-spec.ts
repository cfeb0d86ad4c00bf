import { Webhook } from 'standardwebhooks';
import { eventually } from '#testing';
import { DispatcherFixture, SECRET } from './dispatcher-fixture';

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
    expect(await fixture.webhooks.metric('hundi_webhooks_attempts_total')).toMatch(/outcome="delivered",code_class="2xx"} 1$/);
  });

  it('delivers everything to everybody, once', async () => {
    const ids = await Promise.all(['/a', '/b', '/c'].map((path) => fixture.endpoint(path)));
    const events = await fixture.happens(300);
    await eventually(async () => {
      for (const id of ids) expect(await fixture.states(id)).toEqual({ succeeded: 300 });
    });
    for (const path of ['/a', '/b', '/c']) expect(fixture.receiver.ids(path).toSorted()).toEqual(events.toSorted());
  });

  it('is ready, and says when it last asked for deliveries', async () => {
    const ready = await fetch(`${fixture.webhooks.app.url}/health/ready`);
    expect(await ready.json()).toMatchObject({ checks: { 'webhooks.dispatcher': { ok: true } } });
    await eventually(async () => expect(await fixture.webhooks.metric('hundi_webhooks_heartbeat_timestamp')).toMatch(/ \d{10}/));
  });
});
