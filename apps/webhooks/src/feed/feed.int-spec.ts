import { appendQuery, EVENT_TOPIC, type ListQuery, type TailQuery } from '#contracts';
import { eventually, testDatabase } from '#testing';
import { migrateWebhooks } from '../index';
import { ACCOUNT, correlationOf, accountOf, eventMessage, idOf } from '../../test/event-messages';
import { runWebhooks, type RunningWebhooks } from '../../test/webhooks-fixture';

const STRANGER = accountOf(2);
const MESSAGES = [
  eventMessage(1, 0, { type: 'payment.created', occurredAtMs: 1_000_000 }),
  eventMessage(2, 1, { type: 'payment.captured', occurredAtMs: 1_001_000 }),
  eventMessage(3, 2, { type: 'attempt.started', occurredAtMs: 1_002_000 }),
  eventMessage(4, 3, { type: 'refund.created', resource: { type: 'refund', id: idOf('rfnd', 1) }, occurredAtMs: 1_003_000 }),
  eventMessage(5, 4, { type: 'payment.created', resource: { id: idOf('pay', 2) }, occurredAtMs: 1_004_000, livemode: true }),
  eventMessage(6, 5, { type: 'payment.refunded', occurredAtMs: 1_005_000 }),
];

interface Page {
  data: { id: string; type: string }[];
  has_more: boolean;
  next_cursor: string | null;
  total_count?: number;
}

describe('the events feed', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let webhooks: RunningWebhooks;

  const list = async (query: Partial<ListQuery> = {}, owner: { accountId: string; livemode?: boolean } = { accountId: ACCOUNT }) => {
    const response = await webhooks.get(appendQuery('/internal/events', query), owner);
    return { status: response.status, position: response.headers.get('feed-position'), page: (await response.json()) as Page };
  };
  const typesOf = async (query: Partial<ListQuery>): Promise<string[]> => (await list(query)).page.data.map(({ type }) => type);

  beforeAll(async () => {
    database = await testDatabase('feed');
    await migrateWebhooks(database.url);
    webhooks = await runWebhooks(database.url);
    await webhooks.bus.publish(EVENT_TOPIC.payments, MESSAGES);
  });
  afterAll(async () => {
    await webhooks.stop();
    await database.drop();
  });

  it('shows the events of one mode, newest first, to the byte, and how far it looked', async () => {
    const response = await webhooks.get('/internal/events', { accountId: ACCOUNT });
    const shown = [5, 3, 2, 1, 0].map((index) => MESSAGES[index]!.value).join();
    const positions = '"positions":["6","4","3","2","1"]';
    expect(await response.text()).toBe(`{"data":[${shown}],"has_more":false,"next_cursor":null,${positions}}`);
    expect(response.headers.get('feed-position')).toBe('6');
    expect((await list({}, { accountId: ACCOUNT, livemode: true })).page.data).toHaveLength(1);
  });

  it('is behind a position while a service that publishes cannot be asked what it has up to there', async () => {
    expect(await list({ minPosition: '8' })).toMatchObject({ status: 503, page: { code: 'projection_behind' } });
  });

  it('shows a stranger nothing', async () => {
    expect((await list({}, { accountId: STRANGER })).page.data).toEqual([]);
  });

  it.each<[string, Partial<ListQuery>, string[]]>([
    ['an exact type', { filters: { type: 'payment.captured' } }, ['payment.captured']],
    ['a pattern', { filters: { type: 'payment.*' } }, ['payment.refunded', 'payment.captured', 'payment.created']],
    ['several', { filters: { type: 'refund.*,payment.created' } }, ['refund.created', 'payment.created']],
    [
      'everything but the noisy ones',
      { filters: { type: '*' } },
      ['payment.refunded', 'refund.created', 'payment.captured', 'payment.created'],
    ],
    ['a resource', { filters: { resource_id: idOf('rfnd', 1) } }, ['refund.created']],
    ['what one operation caused', { filters: { correlation_id: correlationOf(4) } }, ['refund.created']],
    ['a resource by its other name', { filters: { object_id: idOf('rfnd', 1) } }, ['refund.created']],
    ['a kind of resource', { filters: { resource_type: 'refund' } }, ['refund.created']],
    ['a time', { createdFromMs: 1_001_000, createdBelowMs: 1_003_000 }, ['attempt.started', 'payment.captured']],
    ['a position', { filters: { after_position: '3' } }, ['payment.refunded', 'refund.created']],
    ['the other order', { order: 'asc', limit: 2 }, ['payment.created', 'payment.captured']],
  ])('is found by %s', async (_what, query, types) => {
    expect(await typesOf(query)).toEqual(types);
  });

  it('is paged both ways, and counted', async () => {
    const first = (await list({ limit: 2, wantsTotalCount: true })).page;
    expect(first).toMatchObject({ has_more: true, total_count: 5 });
    const second = (await list({ limit: 2, after: first.data[1]!.id })).page;
    expect([...first.data, ...second.data].map(({ type }) => type)).toEqual([
      'payment.refunded',
      'refund.created',
      'attempt.started',
      'payment.captured',
    ]);
    const back = (await list({ limit: 2, before: second.data[0]!.id })).page;
    expect(back.data).toEqual(first.data);
    expect(back.has_more).toBe(false);
  });

  it('refuses to begin at an event of the other mode or of another account', async () => {
    const { status, page } = await list({ after: MESSAGES[4]!.cloudEvent.id });
    expect([status, page]).toMatchObject([400, { code: 'cursor_invalid', details: { param: 'starting_after' } }]);
  });

  it('shows one event to its owner only, and says when it is of the other mode', async () => {
    const path = `/internal/events/${MESSAGES[1]!.cloudEvent.id}`;
    const own = await webhooks.get(path, { accountId: ACCOUNT });
    expect([await own.text(), own.headers.get('feed-position')]).toEqual([MESSAGES[1]!.value, '2']);
    const live = await webhooks.get(path, { accountId: ACCOUNT, livemode: true });
    expect([live.status, await live.json()]).toMatchObject([
      404,
      { code: 'resource_missing', details: { param: 'id', hint: expect.any(String) as string } },
    ]);
    const foreign = await webhooks.get(path, { accountId: STRANGER });
    expect([foreign.status, await foreign.json()]).toEqual([404, { code: 'resource_missing', details: { param: 'id' } }]);
  });

  describe('read on from a position', () => {
    const tail = async (query: Partial<TailQuery>, owner = { accountId: ACCOUNT }) => {
      const response = await webhooks.get(appendQuery('/internal/events/tail', query), owner);
      return { text: await response.text(), position: response.headers.get('feed-position') };
    };

    it('gives what follows, as server-sent events', async () => {
      const frames = [3, 5].map((index) => {
        const { position, cloudEvent, value } = MESSAGES[index]!;
        return `id: ${position}\nevent: ${cloudEvent.type}\ndata: ${value}\n\n`;
      });
      expect(await tail({ after: '3' })).toEqual({ text: frames.join(''), position: '6' });
    });

    it('gives only the types that are asked for, and never comes back to the others', async () => {
      expect(await tail({ after: '0', types: ['refund.created'] })).toMatchObject({
        text: expect.stringMatching(/^id: 4\n[^]*$/) as string,
        position: '6',
      });
    });

    it('answers an empty part when nothing comes in time', async () => {
      expect(await tail({ after: '6', waitMs: 20 })).toEqual({ text: '', position: '6' });
    });

    it('begins at the end when no position is given', async () => {
      expect(await tail({})).toEqual({ text: '', position: '6' });
    });

    it('hears at once of what another process of the service takes', async () => {
      const other = await runWebhooks(database.url);
      try {
        // A part waits five seconds before it polls: only a notification can bring it earlier.
        const part = tail({ after: '6', waitMs: 20_000 });
        const startedAtMs = performance.now();
        await eventually(async () => expect(await waitingTails(webhooks)).toBeGreaterThan(0));
        await other.bus.publish(EVENT_TOPIC.payments, [eventMessage(7, 6, { type: 'payment.updated' })]);
        expect(await part).toMatchObject({ text: expect.stringContaining('event: payment.updated') as string, position: '7' });
        expect(performance.now() - startedAtMs).toBeLessThan(4_000);
      } finally {
        await other.stop();
      }
    });
  });
});

/** How many tails the service waits for, by its own metric. */
async function waitingTails({ metric }: RunningWebhooks): Promise<number> {
  return Number((await metric('hundi_webhooks_feed_waiting'))?.split(' ')[1] ?? 0);
}
