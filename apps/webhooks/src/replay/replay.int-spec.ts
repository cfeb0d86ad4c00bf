import { shardOfAccount, type CreateReplayPayload, type Reply } from '#contracts';
import { SystemRandom } from '#service';
import { eventually } from '#testing';
import { workChunk, type ChunkQuery } from './chunk.table';
import { NO_PROGRESS } from './state';
import { ACCOUNT, idOf } from '../../test/event-messages';
import { BEGAN_MS, ReplayStage } from './test/replay-fixture';

const DAY_MS = 86_400_000;
const CREATED = { type: 'payment.created' };
const CAPTURED = { type: 'payment.captured' };

describe('a replay', () => {
  let stage: ReplayStage;
  beforeEach(async () => {
    stage = await ReplayStage.open('replays');
  });
  afterEach(() => stage.close());

  const terms = (endpointId: string, change: Partial<CreateReplayPayload> = {}): CreateReplayPayload => ({
    endpointId,
    sinceMs: BEGAN_MS,
    untilMs: null,
    include: 'all',
    types: [],
    resourceId: null,
    sinceParam: 'since',
    ...change,
  });
  const begin = (endpointId: string, change: Partial<CreateReplayPayload> = {}): Promise<Reply> =>
    stage.submit(stage.command('webhook_replays.create', terms(endpointId, change), stage.newReplayId()));
  /** The replay once it has ended. */
  const replayed = async (endpointId: string, change: Partial<CreateReplayPayload> = {}): Promise<Record<string, unknown>> => {
    const { streamId, refusal } = await begin(endpointId, change);
    expect(refusal).toBeNull();
    let json: Record<string, unknown> = {};
    await eventually(async () => {
      ({ json } = await stage.get(`webhook_replays/${streamId}`));
      expect(['completed', 'failed', 'cancelled']).toContain(json.status);
    });
    return json;
  };
  const firstStretch = (endpointId: string, change: Partial<CreateReplayPayload> = {}): ChunkQuery => {
    const { sinceParam: _param, ...asked } = terms(endpointId, change);
    const owner = { shard: shardOfAccount(ACCOUNT), accountId: ACCOUNT, livemode: false };
    const replayId = stage.newReplayId();
    return { replayId, ...owner, terms: asked, progress: NO_PROGRESS, matchedMax: 1_000, nowMs: Date.now() };
  };
  const openIds = async (endpointId: string): Promise<string[]> => (await stage.open(endpointId)).map(({ event_id: id }) => id);

  it('brings every event that the endpoint wants again, as class 2 and in the order of the feed', async () => {
    const endpoint = await stage.endpoint({ enabledEvents: ['payment.*'] });
    const [first, , third] = await stage.happen(CREATED, { type: 'refund.created' }, CAPTURED);
    await stage.end(endpoint, 'succeeded');
    const replay = await replayed(endpoint);
    expect(replay).toMatchObject({ status: 'completed', matched: 2, enqueued: 2, truncated: false, webhook_endpoint_id: endpoint });
    const mark = { class: 2, trigger: 'replay', replay_id: replay.id };
    expect(await stage.open(endpoint)).toEqual([
      { event_id: first, ...mark },
      { event_id: third, ...mark },
    ]);
  });

  it('brings what ended undelivered, and not what was made good since', async () => {
    const endpoint = await stage.endpoint();
    const [exhausted] = await stage.happen(CREATED);
    await stage.end(endpoint, 'exhausted');
    const [expired] = await stage.happen(CREATED);
    await stage.end(endpoint, 'expired');
    await stage.happen(CREATED);
    await stage.end(endpoint, 'succeeded');
    expect(await replayed(endpoint, { include: 'failed' })).toMatchObject({ matched: 2, enqueued: 2 });
    expect(await openIds(endpoint)).toEqual([exhausted, expired]);
    await stage.end(endpoint, 'succeeded');
    expect(await replayed(endpoint, { include: 'failed' })).toMatchObject({ matched: 0, enqueued: 0 });
  });

  it('of what was missed or failed leaves out what the account cancelled itself; one of all brings it', async () => {
    const endpoint = await stage.endpoint({ enabledEvents: ['payment.*'] });
    const [event] = await stage.happen(CREATED);
    await stage.end(endpoint, 'cancelled', 'requested');
    expect(await replayed(endpoint, { include: 'missed' })).toMatchObject({ matched: 0 });
    expect(await replayed(endpoint, { include: 'failed' })).toMatchObject({ matched: 0 });
    expect(await replayed(endpoint, { include: 'all' })).toMatchObject({ matched: 1, enqueued: 1 });
    expect(await openIds(endpoint)).toEqual([event]);
  });

  it('brings what an endpoint missed: before it was there, and while it was disabled', async () => {
    const [before] = await stage.happen(CREATED);
    const endpoint = await stage.endpoint();
    const [cancelled] = await stage.happen(CREATED);
    await stage.end(endpoint, 'cancelled', 'endpoint_disabled');
    await stage.happen(CREATED);
    await stage.end(endpoint, 'exhausted');
    expect(await replayed(endpoint, { include: 'missed' })).toMatchObject({ matched: 2 });
    expect(await openIds(endpoint)).toEqual([before, cancelled]);
  });

  it('brings what an endpoint lost when it was disabled, however long before that it happened', async () => {
    const endpoint = await stage.endpoint();
    const [gone] = await stage.happen(CREATED);
    await stage.end(endpoint, 'exhausted', 'gone');
    const [cancelled] = await stage.happen(CREATED);
    const disabledAtMs = Date.now() - 1_000;
    await stage.end(endpoint, 'cancelled', 'endpoint_disabled');
    await stage.happen(CREATED);
    await stage.end(endpoint, 'exhausted', 'attempts');
    expect(await replayed(endpoint, { include: 'missed', sinceMs: disabledAtMs })).toMatchObject({ matched: 2, enqueued: 2 });
    expect(await openIds(endpoint)).toEqual([gone, cancelled]);
    await stage.end(endpoint, 'cancelled', 'endpoint_disabled');
    // What was lost before the window is none of it.
    expect(await replayed(endpoint, { include: 'missed', sinceMs: Date.now() + DAY_MS })).toMatchObject({ matched: 0 });
  });

  it('brings what happened since then by the time of the day, whatever a test clock showed', async () => {
    const onClock = (occurredAtMs: number) => ({ ...CREATED, test_clock_id: 'clock_1', occurredAtMs });
    const ids = await stage.happen(onClock(Date.now() - 400 * DAY_MS), CREATED, onClock(Date.now() + 400 * DAY_MS));
    const endpoint = await stage.endpoint({ enabledEvents: ['payment.*'] });
    const minuteAgoMs = Date.now() - 60_000;
    const replay = await replayed(endpoint, { include: 'missed', sinceMs: minuteAgoMs, untilMs: Date.now() + 60_000 });
    expect(await openIds(endpoint)).toEqual([ids[0], ids[2]]);
    expect(Number(replay.covered_until) * 1_000).toBeLessThan(Date.now());
  });

  it('makes no second delivery where one is under way', async () => {
    const endpoint = await stage.endpoint();
    const ids = await stage.happen(CREATED, CAPTURED);
    expect(await replayed(endpoint)).toMatchObject({ matched: 2, enqueued: 0 });
    expect((await stage.open(endpoint)).map(({ event_id: id, trigger }) => [id, trigger])).toEqual(ids.map((id) => [id, 'auto']));
  });

  it('keeps to its window, its types and its object', async () => {
    const ids = await stage.happen(CREATED, CAPTURED, CAPTURED, CREATED);
    const endpoint = await stage.endpoint();
    const window = { sinceMs: BEGAN_MS + 2_000, untilMs: BEGAN_MS + 4_000 };
    await replayed(endpoint, window);
    expect(await openIds(endpoint)).toEqual([ids[1], ids[2]]);
    await stage.end(endpoint, 'succeeded');
    await replayed(endpoint, { types: ['payment.captured'], resourceId: idOf('pay', 3) });
    expect(await openIds(endpoint)).toEqual([ids[2]]);
  });

  it('goes on over many stretches, and counts each event once', async () => {
    await stage.happen(...Array.from({ length: 300 }, () => CREATED));
    await stage.sql.query(
      `INSERT INTO webhooks.feed_entries (feed, position, event_id, type, resource_id, sequence, correlation_id, occurred_at, pack, body_at)
       SELECT e.feed, e.position + 300 * n, 'evt_' || n || '_' || e.position, e.type, e.resource_id, e.sequence, e.correlation_id, e.occurred_at,
         e.pack, e.body_at
       FROM webhooks.feed_entries e JOIN webhooks.event_types t ON t.number = e.type, generate_series(1, 19) n
       WHERE t.type = 'payment.created'`,
    );
    await stage.sql.query('UPDATE webhooks.feed_positions SET position = 6000 WHERE shard = $1', [shardOfAccount(ACCOUNT)]);
    const endpoint = await stage.endpoint({ enabledEvents: ['payment.created'] });
    expect(await replayed(endpoint)).toMatchObject({ status: 'completed', matched: 6_000, enqueued: 6_000 });
    const { rows } = await stage.sql.query(
      'SELECT count(DISTINCT event_id)::int AS count FROM webhooks.deliveries WHERE endpoint_id = $1',
      [endpoint],
    );
    expect(rows).toEqual([{ count: 6_000 }]);
  });

  it('counts a stretch whose report was lost, although its deliveries have ended meanwhile', async () => {
    const endpoint = await stage.endpoint();
    await stage.happen(CREATED, CAPTURED);
    await stage.end(endpoint, 'succeeded');
    const input = firstStretch(endpoint);
    const work = () => workChunk(stage.sql, new SystemRandom(), input);
    const [one, other] = await Promise.all([work(), work()]);
    expect(one).toEqual({ chunk: expect.objectContaining({ from: 0, matched: 2, enqueued: 2 }) as object });
    expect(other).toEqual(one);
    await stage.end(endpoint, 'succeeded');
    expect(await work()).toEqual(one);
    expect(await stage.open(endpoint)).toEqual([]);
  });

  it('waits until everything is cancelled that was open when its endpoint was disabled', async () => {
    const endpoint = await stage.endpoint();
    await stage.happen(CREATED);
    const cancelBefore = (value: string): Promise<unknown> =>
      stage.sql.query(`UPDATE webhooks.endpoint_queues SET cancel_before = ${value} WHERE endpoint_id = $1`, [endpoint]);
    await cancelBefore(`'infinity'`);
    const input = firstStretch(endpoint, { include: 'missed' });
    await expect(workChunk(stage.sql, new SystemRandom(), input)).rejects.toThrow('still being cancelled');
    await stage.end(endpoint, 'cancelled', 'endpoint_disabled');
    await cancelBefore('NULL');
    expect(await workChunk(stage.sql, new SystemRandom(), input)).toMatchObject({ chunk: { matched: 1, enqueued: 1 } });
  });

  it('lets two of an account work and the third wait, and begins it when one has ended', async () => {
    const endpoint = await stage.endpoint();
    const statuses = async (ids: string[]): Promise<unknown[]> =>
      Promise.all(ids.map(async (id) => (await stage.get(`webhook_replays/${id}`)).json.status));
    // Nothing ends while the rows of their progress are held.
    const client = await stage.sql.connect();
    await client.query('BEGIN; LOCK TABLE webhooks.replay_progress IN SHARE MODE');
    const replies = await Promise.all([begin(endpoint), begin(endpoint), begin(endpoint)]);
    const ids = replies.map(({ streamId }) => streamId);
    expect((await statuses(ids)).sort()).toEqual(['queued', 'running', 'running']);
    const backlog = (state: string): Promise<string | undefined> =>
      stage.webhooks.metric(`hundi_webhooks_replay_backlog{state="${state}"}`);
    expect([await backlog('queued'), await backlog('running')]).toEqual([expect.stringMatching(/ 1$/), expect.stringMatching(/ 2$/)]);
    await client.query('ROLLBACK');
    client.release();
    await eventually(async () => expect(await statuses(ids)).toEqual(['completed', 'completed', 'completed']));
    expect([await backlog('queued'), await backlog('running')]).toEqual([expect.stringMatching(/ 0$/), expect.stringMatching(/ 0$/)]);
  });

  it('can be cancelled while it waits or works, and not once it has ended', async () => {
    const endpoint = await stage.endpoint();
    const { id } = await replayed(endpoint);
    const cancel = await stage.submit(stage.command('webhook_replays.cancel', {}, String(id)));
    expect(cancel.refusal).toMatchObject({ code: 'state_conflict', details: { current_status: 'completed' } });
  });

  it.each<[string, Partial<CreateReplayPayload>, string]>([
    ['a window that begins too far back', { sinceMs: Date.now() - 31 * DAY_MS }, 'parameter_invalid'],
    ['an endpoint that is not there', { endpointId: idOf('we', 9) }, 'resource_missing'],
  ])('refuses %s', async (_what, change, code) => {
    expect((await begin(await stage.endpoint(), change)).refusal?.code).toBe(code);
  });

  it('refuses a disabled endpoint: what it were brought would be thrown away', async () => {
    const endpoint = await stage.endpoint();
    await stage.submit(stage.command('webhook_endpoints.disable', { reason: 'merchant' }, endpoint));
    expect((await begin(endpoint)).refusal?.code).toBe('state_conflict');
  });

  it('is listed with others of its endpoint, newest first, and hidden from other accounts', async () => {
    const endpoint = await stage.endpoint();
    const first = await replayed(endpoint);
    const second = await replayed(endpoint, { include: 'missed' });
    await eventually(async () => {
      const { json } = await stage.get(`webhook_replays?limit=10&order=desc&filter.webhook_endpoint_id=${endpoint}`);
      expect((json.data as { id: string }[]).map(({ id }) => id)).toEqual([second.id, first.id]);
    });
    expect(await stage.get(`webhook_replays/${String(first.id)}`, true)).toMatchObject({ status: 404, json: { code: 'resource_missing' } });
  });
});
