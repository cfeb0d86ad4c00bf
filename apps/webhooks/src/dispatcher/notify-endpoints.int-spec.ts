import { eventually } from '#testing';
import { DispatcherFixture } from './test/dispatcher-fixture';

/** docs/reference/webhooks.md, Disabling and notices: what the dispatcher finds out reaches the endpoint, and its other endpoints hear of it. */
describe('transitions of an endpoint that follow from its deliveries', () => {
  let fixture: DispatcherFixture;

  beforeEach(async () => {
    fixture = await DispatcherFixture.open();
  });
  afterEach(() => fixture.close());

  /** What the other endpoint of the account got about its neighbours. */
  const watch = async (): Promise<() => { type: string; reason: unknown }[]> => {
    await fixture.endpoint('/watch', { enabledEvents: ['webhook_endpoint.*'] });
    return () =>
      fixture.receiver.at('/watch').flatMap(({ body }) => {
        const event = JSON.parse(body) as { type: string; data: { object: { disabled_reason: unknown } } };
        return event.type === 'webhook_endpoint.created' ? [] : [{ type: event.type, reason: event.data.object.disabled_reason }];
      });
  };
  const countUntried = async (): Promise<number> => {
    const { rows } = await fixture.sql.query<{ count: number }>('SELECT count(*)::int FROM webhooks.deliveries WHERE attempt_no = 0');
    return rows[0]?.count ?? 0;
  };
  /** Lets a process begin anew, as after a restart, with the clock of the queue put back, once each delivery has been tried. */
  const restartAfter = async (failingFor: string): Promise<void> => {
    await eventually(async () => expect(await countUntried()).toBe(0));
    await fixture.stopService();
    await fixture.sql.query(`UPDATE webhooks.endpoint_queues SET first_failure_at = first_failure_at - $1::interval`, [failingFor]);
    await fixture.startService();
  };

  it('a 410 disables it at once: what is open is cancelled, nothing more is sent, and the others hear of it', async () => {
    const received = await watch();
    fixture.receiver.answer = ({ path }) => (path === '/gone' ? 410 : 200);
    const gone = await fixture.endpoint('/gone', { maxInFlight: 1 });
    await fixture.happens(5);
    await eventually(async () => expect(await fixture.endpointState(gone)).toMatchObject({ status: 'disabled', disabledReason: 'gone' }));
    await eventually(async () => expect(await fixture.states(gone)).toEqual({ exhausted: 1, cancelled: 4 }));
    await eventually(() => expect(received()).toEqual([{ type: 'webhook_endpoint.disabled', reason: 'gone' }]));
    await fixture.happens(3);
    expect(fixture.receiver.at('/gone')).toHaveLength(1);
    const disabled = (): Promise<string | undefined> => fixture.webhooks.metric('hundi_webhooks_endpoints_disabled_total');
    await eventually(async () => expect(await disabled()).toMatch(/reason="gone"} 1$/));
  });

  it('a 410 disables it also when others are in the way the first time', async () => {
    fixture.receiver.answer = () => 410;
    const gone = await fixture.endpoint('/gone');
    await fixture.sql.query(`CREATE SEQUENCE webhooks.tries;
      CREATE FUNCTION webhooks.be_in_the_way() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM nextval('webhooks.tries');
        RAISE EXCEPTION 'others are in the way' USING ERRCODE = 'lock_not_available';
      END $$;
      CREATE TRIGGER in_the_way BEFORE UPDATE ON webhooks.streams FOR EACH ROW EXECUTE FUNCTION webhooks.be_in_the_way()`);
    await fixture.happens(1);
    const wasTried = 'SELECT is_called FROM webhooks.tries';
    await eventually(async () => expect((await fixture.sql.query<object>(wasTried)).rows).toEqual([{ is_called: true }]));
    await fixture.sql.query('DROP TRIGGER in_the_way ON webhooks.streams');
    const state = () => fixture.endpointState(gone);
    // What could not be recorded is tried again with the next round.
    await eventually(async () => expect(await state()).toMatchObject({ status: 'disabled', disabledReason: 'gone' }), { withinMs: 40_000 });
  });

  it('a destination that the guard refuses three times disables it', async () => {
    const blocked = await fixture.endpoint('/never', { url: 'http://169.254.169.254/never', maxInFlight: 1 });
    await fixture.happens(4);
    await eventually(async () => expect(await fixture.endpointState(blocked)).toMatchObject({ disabledReason: 'url_blocked' }));
    await eventually(async () => expect(await fixture.states(blocked)).toEqual({ cancelled: 4 }));
  });

  it('gets a notice after 15 minutes of failures, once, and another when it has recovered', async () => {
    const received = await watch();
    let status = 500;
    fixture.receiver.answer = ({ path }) => (path === '/a' ? status : 200);
    const id = await fixture.endpoint('/a');
    await fixture.happens(1);
    await eventually(async () => expect(await fixture.states(id)).toEqual({ ready: 1 }));
    await restartAfter('16 minutes');
    await eventually(async () => expect(await fixture.endpointState(id)).toMatchObject({ status: 'enabled', failingLevel: 1 }));
    await restartAfter('1 minute');
    status = 200;
    await fixture.sql.query('UPDATE webhooks.deliveries SET next_attempt_at = now()');
    await fixture.sql.query('UPDATE webhooks.endpoint_queues SET next_due_at = now()');
    await eventually(async () => expect(await fixture.states(id)).toEqual({ succeeded: 1 }));
    await eventually(async () => expect(await fixture.endpointState(id)).toMatchObject({ failingLevel: 0 }));
    await eventually(() => expect(received().map(({ type }) => type)).toEqual(['webhook_endpoint.failing', 'webhook_endpoint.recovered']));
  });

  it('is disabled when it has failed for a day in test mode, with ten failed deliveries', async () => {
    const received = await watch();
    fixture.receiver.answer = ({ path }) => (path === '/a' ? 404 : 200);
    const id = await fixture.endpoint('/a');
    await fixture.happens(10);
    await eventually(async () => expect(await fixture.states(id)).toEqual({ ready: 10 }));
    await restartAfter('24 hours');
    await eventually(async () => expect(await fixture.endpointState(id)).toMatchObject({ status: 'disabled', disabledReason: 'failing' }));
    await eventually(async () => expect(await fixture.states(id)).toEqual({ cancelled: 10 }));
    await eventually(() => expect(received().at(-1)).toEqual({ type: 'webhook_endpoint.disabled', reason: 'failing' }));
  });

  it('gets nothing more from the moment it is disabled, though requests are under way', async () => {
    fixture.receiver.answer = () => null;
    const id = await fixture.endpoint('/a', { maxInFlight: 2 });
    await fixture.happens(6);
    await eventually(() => expect(fixture.receiver.open).toBe(2));
    await fixture.report(id, 'webhook_endpoints.disable', { reason: 'merchant' });
    await eventually(async () => expect(await fixture.states(id)).toEqual({ cancelled: 6 }));
    fixture.receiver.answerWaiting(200);
    await eventually(async () => {
      const { rows } = await fixture.sql.query('SELECT outcome FROM webhooks.attempts');
      expect(rows).toEqual([{ outcome: 'delivered' }, { outcome: 'delivered' }]);
    });
    expect(fixture.receiver.hooks).toHaveLength(2);
    fixture.receiver.answer = () => 200;
    await fixture.report(id, 'webhook_endpoints.enable', {});
    const [later] = await fixture.happens(1);
    await eventually(() => expect(fixture.receiver.ids('/a').slice(2)).toEqual([later]));
  });

  it('that is deleted ends its deliveries as such', async () => {
    fixture.receiver.answer = () => 404;
    const id = await fixture.endpoint('/a');
    await fixture.happens(2);
    await eventually(async () => expect(await fixture.states(id)).toEqual({ ready: 2 }));
    await fixture.report(id, 'webhook_endpoints.delete', {});
    await eventually(async () => {
      const { rows } = await fixture.sql.query('SELECT DISTINCT state, reason FROM webhooks.all_deliveries WHERE endpoint_id = $1', [id]);
      expect(rows).toEqual([{ state: 'cancelled', reason: 'endpoint_deleted' }]);
    });
  });
});
