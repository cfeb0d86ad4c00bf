import { eventually, hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';
import { StreamReader } from '../../../test/stream-reader';

const hundi = hundiUnderTest();
const LIFE = ['payment.created', 'payment.authorized', 'payment.captured'];

describe('GET /v1/events/stream', () => {
  let merchant: Merchant;
  const open: StreamReader[] = [];
  const follow = async (query = '', headers: Record<string, string> = {}, key = hundi.testKey): Promise<StreamReader> => {
    const reader = await StreamReader.connect(`${hundi.baseUrl}/v1/events/stream${query}`, { authorization: `Bearer ${key}`, ...headers });
    open.push(reader);
    return reader;
  };
  const idOf = (path: string): string => path.split('/').at(-1)!;
  /** The types of one object, in the order of the stream. */
  const reported = (reader: StreamReader, id: string): string[] =>
    reader.events.filter(({ json }) => json.resource.id === id).map(({ event }) => event);

  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });
  afterEach(() => Promise.all(open.splice(0).map((reader) => reader.close())));

  describe('200', () => {
    it('shows what happens from now on, in order, each at its position', async () => {
      const reader = await follow();
      const payment = idOf(await merchant.captured({ customer: { name: 'Asha Verma' } }));
      await eventually(() => expect(reported(reader, payment)).toEqual(LIFE));
      const positions = reader.events.map(({ id }) => Number(id));
      expect(positions).toEqual([...positions].sort((left, right) => left - right));
      expect(reader.events.find(({ json }) => json.resource.id === payment)?.data).toContain('Asha Verma');
    });

    it('shows the same bytes as the event by its id', async () => {
      const reader = await follow('?type=payment.captured');
      const payment = idOf(await merchant.captured());
      await eventually(() => expect(reported(reader, payment)).toEqual(['payment.captured']));
      const [shown] = reader.events.filter(({ json }) => json.resource.id === payment);
      expect((await merchant.get(`/v1/events/${shown?.json.id}`)).text).toBe(shown?.data);
    });

    it('shows only the types of another API’s parameter', async () => {
      const reader = await follow('?types[]=payment.captured');
      const payment = idOf(await merchant.captured());
      await eventually(() => expect(reported(reader, payment)).toEqual(['payment.captured']));
    });

    it('goes on after a position, after an event, and where an EventSource was cut off', async () => {
      const first = await follow();
      const payment = idOf(await merchant.captured());
      await eventually(() => expect(reported(first, payment)).toEqual(LIFE));
      const created = first.events.find(({ json }) => json.resource.id === payment)!;
      const places: [string, Record<string, string>][] = [
        [`?after=${created.id}`, {}],
        [`?after=${created.json.id}`, {}],
        ['?after=0', { 'last-event-id': created.id }],
      ];
      for (const [query, headers] of places) {
        const reader = await follow(query, headers);
        await eventually(() => expect(reported(reader, payment)).toEqual(LIFE.slice(1)));
      }
    });

    it('knows its position before the first event', async () => {
      const reader = await follow();
      expect(reader.lastEventId).toMatch(/^\d+$/);
    });

    it('shows nothing of the other mode and of other accounts', async () => {
      const strangers = [await follow('', {}, hundi.liveKey), await follow('', {}, hundi.otherTestKey)];
      const own = await follow();
      const payment = idOf(await merchant.captured());
      await eventually(() => expect(reported(own, payment)).toEqual(LIFE));
      for (const stranger of strangers) expect(reported(stranger, payment)).toEqual([]);
    });
  });

  describe('400', () => {
    it.each([
      ['?after=yesterday', 'after cursor_invalid'],
      ['?after=evt_0TgWzRaB07xK2mNq5Yd8Vf3L', 'after cursor_invalid'],
      ['?type=nothing.*', 'type parameter_invalid'],
    ])('refuses %s', async (query, problem) => {
      expect(problemsOf(await merchant.get(`/v1/events/stream${query}`))).toEqual([problem]);
    });

    it('refuses a place that the feed has not reached, and says how far it has come', async () => {
      const after = await merchant.get('/v1/events/stream?after=99999999999');
      expect(problemsOf(after)).toEqual(['after cursor_invalid']);
      expect(after.error.message).toMatch(/^after is ahead of the feed, which has come to \d+\.$/);
      const last = await merchant.get('/v1/events/stream?after=0', { 'last-event-id': '99999999999' });
      expect(problemsOf(last)).toEqual(['Last-Event-ID cursor_invalid']);
    });

    it('refuses a last event id that is no position', async () => {
      const answer = await merchant.get('/v1/events/stream', { 'last-event-id': 'evt_1' });
      expect(problemsOf(answer)).toEqual(['Last-Event-ID cursor_invalid']);
      const both = await merchant.get(`/v1/events/stream?after=${'0'.repeat(65)}`, { 'last-event-id': '0' });
      expect(problemsOf(both)).toEqual(['after cursor_invalid']);
    });
  });

  describe('401', () => {
    it('is for those alone who have a key', async () => {
      expect((await merchant.api.get('/v1/events/stream')).error.code).toBe('api_key_missing');
    });
  });

  describe('429', () => {
    it('stops at ten streams of one mode, and opens again when one ends', async () => {
      for (let count = 0; count < 10; count++) await follow('', {}, hundi.otherLiveKey);
      const refused = await merchant.with(hundi.otherLiveKey).get('/v1/events/stream');
      expect([refused.error.code, refused.headers['ratelimit-reason']]).toEqual(['concurrency_limited', 'event_streams']);
      await open.pop()?.close();
      await eventually(async () => expect((await follow('', {}, hundi.otherLiveKey)).lastEventId).not.toBe(''));
    });
  });
});
