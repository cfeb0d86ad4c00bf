import { ERRORS } from '#contracts';
import { eventually, hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import type { Answer } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();

interface ShownEvent {
  id: string;
  type: string;
  resource: { type: string; id: string };
  sequence: number;
  created_at: number;
  data: { object: Record<string, unknown> };
}

const eventsIn = ({ json }: Answer): ShownEvent[] => json.data as ShownEvent[];
const typesIn = (answer: Answer): string[] => eventsIn(answer).map(({ type }) => type);

describe('GET /v1/events', () => {
  let merchant: Merchant;
  let payment: string;
  let id: string;
  const list = (query: string): Promise<Answer> => merchant.get(`/v1/events?resource_id=${id}&${query}`);
  const life = ['payment.captured', 'payment.authorized', 'payment.created'];

  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    payment = await merchant.captured({ customer: { name: 'Asha Verma', email: 'asha@example.com' }, description: 'feed' });
    id = payment.split('/').at(-1)!;
    await eventually(async () => expect(typesIn(await list(''))).toEqual(life));
  });

  describe('200', () => {
    it('shows the events of a payment as its own history does, to the byte', async () => {
      const history = await merchant.get(`${payment}/events`);
      // The history also says who acted.
      const actor = /,"actor":\{"type":"[a-z_]+","id":"[^"]+"\}/g;
      const shownIn = (text: string): string => /"data":(\[\{"id":"evt_.*\}\]),"has_more"/.exec(text)?.[1] ?? '';
      expect(shownIn(history.text.replace(actor, ''))).not.toBe('');
      expect(shownIn((await list('')).text)).toBe(shownIn(history.text.replace(actor, '')));
    });

    it('shows the customer to keys with its scope', async () => {
      expect(eventsIn(await list('limit=1'))[0]?.data.object.customer).toMatchObject({ name: 'Asha Verma', email: 'asha@example.com' });
    });

    it.each([
      ['type=payment.captured', ['payment.captured']],
      ['type=payment.captured&type=payment.created', ['payment.captured', 'payment.created']],
      ['type[]=payment.*', life],
      ['types[]=payment.captured', ['payment.captured']],
      ['type=refund.*', []],
      ['object=payment&order=asc&limit=2', ['payment.created', 'payment.authorized']],
      ['resource_type=refund', []],
      ['created_at[lt]=1000', []],
    ])('is filtered: %s', async (query, types) => {
      expect(typesIn(await list(query))).toEqual(types);
    });

    it('is filtered by every kind of resource that there are events of', async () => {
      const { json } = await merchant.get('/v1/event_types?limit=100');
      const rest = await merchant.get(`/v1/event_types?limit=100&cursor=${String(json.next_cursor)}`);
      const known = [json, rest.json].flatMap(({ data }) => data as { resource_type: string }[]);
      const kinds = [...new Set(known.map((one) => one.resource_type))];
      const answers = await Promise.all(kinds.map((kind) => merchant.get(`/v1/events?limit=100&resource_type=${kind}&object=${kind}`)));
      expect(answers.map(({ status }, at) => [kinds[at], status])).toEqual(kinds.map((kind) => [kind, 200]));
      const shown = answers.flatMap((answer, at) => eventsIn(answer).map(({ resource }) => [resource.type, kinds[at]]));
      expect(shown.filter(([type, kind]) => type !== kind)).toEqual([]);
    });

    it('is paged both ways, and counted', async () => {
      const first = await list('limit=2&include[]=total_count');
      expect(first.json).toMatchObject({ object: 'list', url: '/v1/events', has_more: true, total_count: 3 });
      const second = await list(`limit=2&cursor=${String(first.json.next_cursor)}`);
      expect([...typesIn(first), ...typesIn(second)]).toEqual(life);
      const back = await list(`ending_before=${eventsIn(second)[0]!.id}`);
      expect(typesIn(back)).toEqual(typesIn(first));
    });

    it('goes on from a position', async () => {
      const { headers } = await merchant.get(`/v1/events/${eventsIn(await list(''))[1]!.id}`);
      expect(typesIn(await list(`after_position=${headers['feed-position']}`))).toEqual(['payment.captured']);
      const upTo = Number((await list('')).headers['feed-position']);
      expect(upTo).toBeGreaterThan(Number(headers['feed-position']));
    });

    it('says where each event stands, beside the events, so that a client can go on after any of them', async () => {
      const { json } = await list('order=asc');
      const events = json.data as ShownEvent[];
      const positions = json.positions as string[];
      expect(positions.toSorted((left, right) => Number(left) - Number(right))).toEqual(positions);
      for (const [at, { id: eventId }] of events.entries()) {
        expect((await merchant.get(`/v1/events/${eventId}`)).headers['feed-position']).toBe(positions[at]);
        const rest = (await list(`order=asc&after_position=${positions[at]}`)).json;
        expect(rest).toMatchObject({ data: events.slice(at + 1), positions: positions.slice(at + 1) });
      }
      expect((await list('type=refund.*')).json.positions).toEqual([]);
    });

    it('shows what a write caused at once, with the position of the write', async () => {
      for (let count = 0; count < 20; count++) {
        const { headers, json } = await merchant.post('/v1/customers', { name: 'Asha' });
        const answer = await merchant.get(`/v1/events?resource_id=${String(json.id)}&min_position=${headers['event-position']}`);
        expect(typesIn(answer)).toEqual(['customer.created']);
      }
      const { headers, json } = await merchant.post('/v1/webhook_endpoints', { url: 'https://example.com/hook', enabled_events: ['*'] });
      const answer = await merchant.get(`/v1/events?resource_id=${String(json.id)}&min_position=${headers['event-position']}`);
      expect(typesIn(answer)).toEqual(['webhook_endpoint.created']);
      await merchant.delete(`/v1/webhook_endpoints/${String(json.id)}`);
    });

    it('keeps modes and accounts apart', async () => {
      for (const key of [hundi.liveKey, hundi.otherTestKey]) {
        expect((await merchant.with(key).get(`/v1/events?resource_id=${id}`)).json.data).toEqual([]);
      }
    });
  });

  describe('400', () => {
    it.each([
      ['type=payment.capture', 'type parameter_invalid'],
      ['type=paymen.*', 'type parameter_invalid'],
      ['after_position=x', 'after_position parameter_invalid'],
      ['after_position=99999999999', 'after_position cursor_invalid'],
      ['min_position=x', 'min_position parameter_invalid'],
      ['delivery_success=maybe', 'delivery_success parameter_invalid'],
      ['object=order', 'object parameter_invalid'],
      ['starting_after=pay_1', 'starting_after cursor_invalid'],
    ])('refuses %s', async (query, problem) => {
      expect(problemsOf(await list(query))).toEqual([problem]);
    });

    it('names what it does not know', async () => {
      const answer = await merchant.get('/v1/events?position=1');
      expect(problemsOf(answer)).toEqual(['position parameter_unknown']);
    });
  });
});

describe('GET /v1/events/{id}', () => {
  let merchant: Merchant;
  let event: ShownEvent;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    const payment = await merchant.captured();
    await eventually(async () => {
      const page = eventsIn(await merchant.get(`/v1/events?type=payment.captured&object_id=${payment.split('/').at(-1)}`));
      expect(page).toHaveLength(1);
      [event] = page as [ShownEvent];
    });
  });

  it('200: shows the event, and where it stands', async () => {
    const { json, headers } = await merchant.get(`/v1/events/${event.id}`);
    expect(json).toEqual(event);
    expect(headers['feed-position']).toMatch(/^\d+$/);
  });

  it('404: says when the event is of the other mode, and reveals nothing about one of another account', async () => {
    const live = await merchant.with(hundi.liveKey).get(`/v1/events/${event.id}`);
    expect([live.status, live.error.code, live.error.hint]).toEqual([404, 'resource_missing', expect.stringContaining('test mode')]);
    const foreign = await merchant.with(hundi.otherTestKey).get(`/v1/events/${event.id}`);
    expect([foreign.status, foreign.error.param, foreign.error.hint]).toEqual([404, 'id', ERRORS.resource_missing.hint]);
  });
});

describe('GET /v1/event_types', () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });
  const namesIn = ({ json }: Answer): string[] => (json.data as { name: string }[]).map(({ name }) => name);

  it('200: lists every type with its schema and an example, page by page', async () => {
    const names: string[] = [];
    for (let path: string | null = '/v1/event_types?limit=30'; path !== null;) {
      const page: Answer = await merchant.get(path);
      names.push(...namesIn(page));
      const { next_cursor: next, has_more: more } = page.json;
      expect([page.status, more]).toEqual([200, next !== null]);
      path = typeof next === 'string' ? `/v1/event_types?limit=30&cursor=${next}` : null;
    }
    expect(names.length).toBeGreaterThan(30);
    expect(names).toEqual(expect.arrayContaining(['payment.captured', 'kyc.verification.verified', 'webhook_endpoint.ping']));
    expect(new Set(names).size).toBe(names.length);
    const back = await merchant.get(`/v1/event_types?limit=2&ending_before=${names[5]}`);
    expect(namesIn(back)).toEqual(names.slice(3, 5));
    const further = await merchant.get(`/v1/event_types?limit=3&cursor=${String(back.json.next_cursor)}`);
    expect([namesIn(further), back.json.has_more, further.json.has_more, further.json.next_cursor]).toEqual([
      names.slice(0, 3),
      true,
      false,
      null,
    ]);
  });

  it('200: shows one, as a merchant reads it', async () => {
    const { json } = await merchant.get('/v1/event_types/customer.created');
    expect(json).toMatchObject({
      object: 'event_type',
      name: 'customer.created',
      resource_type: 'customer',
      explicit_only: false,
      schema: { title: 'customer.created' },
      example: { type: 'customer.created', data: { object: { name: 'Asha Verma' } } },
    });
  });

  it('400: refuses a place that is none', async () => {
    expect(problemsOf(await merchant.get('/v1/event_types?starting_after=nothing'))).toEqual(['starting_after cursor_invalid']);
    const both = await merchant.get('/v1/event_types?starting_after=payment.created&cursor=payment.created');
    expect(problemsOf(both)).toEqual(['cursor parameters_exclusive']);
  });

  it('404: knows no such type', async () => {
    expect((await merchant.get('/v1/event_types/payment.nothing')).error).toMatchObject({ code: 'resource_missing', param: 'name' });
  });
});

describe('GET /v1/webhook_source_ips', () => {
  it('200: shows what the operator has said, which is nothing here', async () => {
    const merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    expect((await merchant.get('/v1/webhook_source_ips')).json).toEqual({ object: 'webhook_source_ips', ipv4: [], ipv6: [] });
  });

  it('names a parameter that it does not know, and refuses it from those who want it so', async () => {
    const merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    const lenient = await merchant.get('/v1/webhook_source_ips?region=in');
    expect([lenient.status, lenient.headers['ignored-parameters']]).toEqual([200, 'region']);
    const strict = await merchant.get('/v1/webhook_source_ips?region=in', { prefer: 'handling=strict' });
    expect([strict.status, strict.error.code, strict.error.param]).toEqual([400, 'parameter_unknown', 'region']);
  });
});
