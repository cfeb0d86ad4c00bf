import { NOT_FOUND, OK, QueueFixture, SERVER_ERROR } from './test/queue-fixture';

/** Who has a delivery in hand, and for how long (docs/reference/webhooks.md, Queues and fairness). */
describe('the lease of a delivery', () => {
  let fixture: QueueFixture;

  beforeAll(async () => {
    fixture = await QueueFixture.open();
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.reset());

  it('makes it ready again with the same attempt number when it ran out', async () => {
    const id = await fixture.one();
    await fixture.claim();
    fixture.clock.advanceMs(44_000);
    expect(await fixture.queue.expireLeases(fixture.clock.nowMs())).toBe(0);
    fixture.clock.advanceMs(1_000);
    expect(await fixture.queue.expireLeases(fixture.clock.nowMs())).toBe(1);
    expect(await fixture.delivered(id)).toMatchObject({ state: 'ready', attempt_no: 0 });
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ in_flight: 0 });
    expect(await fixture.claim()).toMatchObject([{ deliveryId: id, attemptsMade: 0 }]);
  });

  it('is forgotten when it is over, with whatever of it is left ready again, and nothing else', async () => {
    await fixture.endpoint('we_a');
    await fixture.put('we_a', 3);
    const [succeeded, failed, lost] = await fixture.claim();
    await fixture.end(succeeded ? [succeeded] : [], OK);
    await fixture.end(failed ? [failed] : [], NOT_FOUND);
    fixture.clock.advanceMs(44_999);
    expect(await fixture.queue.expireLeases(fixture.clock.nowMs())).toBe(0);
    expect(await fixture.count('leases')).toBe(1);
    fixture.clock.advanceMs(1);
    expect(await fixture.queue.expireLeases(fixture.clock.nowMs())).toBe(1);
    expect(await fixture.count('leases')).toBe(0);
    expect(await fixture.delivered(failed?.deliveryId ?? '')).toMatchObject({ state: 'ready', attempt_no: 1 });
    expect(await fixture.delivered(lost?.deliveryId ?? '')).toMatchObject({ state: 'ready', attempt_no: 0 });
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ in_flight: 0 });
  });

  it('goes on beside another one of the same queue that was lost', async () => {
    await fixture.endpoint('we_a');
    await fixture.put('we_a', 1);
    await fixture.claim();
    fixture.clock.advanceMs(1_000);
    await fixture.put('we_a', 2);
    expect(await fixture.claim()).toHaveLength(2);
    fixture.clock.advanceMs(44_000);
    expect(await fixture.queue.expireLeases(fixture.clock.nowMs())).toBe(1);
    expect((await fixture.states()).toSorted()).toEqual(['leased', 'leased', 'ready']);
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ in_flight: 2 });
  });

  it('does not wait for the disk, and lets everything else wait as before', async () => {
    const waits = async (): Promise<string> => (await fixture.query('SHOW synchronous_commit')).rows[0].synchronous_commit;
    await fixture.query('SET synchronous_commit = on');
    await fixture.query('BEGIN');
    await fixture.query(`SELECT webhooks.claim_deliveries(now(), gen_random_uuid(), 8, 4, 2, 0, 8, 64, 8)`);
    expect(await waits()).toBe('off');
    await fixture.query('COMMIT');
    expect(await waits()).toBe('on');
  });

  /** Decision 25: Postgres then writes the row beside itself, and none of its index entries. */
  it('is in no index', async () => {
    const { rows } = await fixture.query(`SELECT indexdef FROM pg_indexes WHERE schemaname = 'webhooks' AND tablename = 'deliveries'`);
    expect(rows.length).toBeGreaterThan(0);
    for (const { indexdef } of rows as { indexdef: string }[]) expect(indexdef).not.toMatch(/lease/);
  });

  it('belongs to its holder: a late result is logged and changes nothing else', async () => {
    const id = await fixture.one();
    const late = await fixture.claim();
    fixture.clock.advanceMs(60_000);
    await fixture.queue.expireLeases(fixture.clock.nowMs());
    const held = await fixture.claim();
    expect(await fixture.end(late, SERVER_ERROR)).toMatchObject({ accepted: 0 });
    expect(await fixture.delivered(id)).toMatchObject({ state: 'leased', attempt_no: 0 });
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ in_flight: 1, fail_streak: 0 });
    expect(await fixture.end(held, OK)).toMatchObject({ accepted: 1 });
    expect(await fixture.end(late, OK)).toMatchObject({ accepted: 0 });
    expect(await fixture.delivered(id)).toMatchObject({ state: 'succeeded', attempt_no: 1 });
    expect(await fixture.count('attempts')).toBe(3);
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ in_flight: 0 });
  });
});
