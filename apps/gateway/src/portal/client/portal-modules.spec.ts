import type { EventTypeResource } from '#contracts';
import { Api, ApiRefusal, refusalOf, requestOf } from './api';
import { filtersBeside } from './event-picker';
import { typesByPrefix } from './event-views';
import { endpointBody, replayBody } from './form-values';
import { durationText, percentText, prettyJson, relativeTime } from './format';
import { hashOf, readPlace } from './place';
import { isUsableKey, modeOf } from './shell';

const KEY = `sk_test_${'a1B2'.repeat(15)}`;

describe('places', () => {
  it.each([
    [['endpoints'], {}, { page: 'endpoints', id: '', query: {} }],
    [['endpoints', 'we_1'], { status: 'exhausted', cursor: '' }, { page: 'endpoint', id: 'we_1', query: { status: 'exhausted' } }],
    [['deliveries', 'a/b?c#d%'], {}, { page: 'delivery', id: 'a/b?c#d%', query: {} }],
    [['events'], { type: 'payment.captured&x=1' }, { page: 'events', id: '', query: { type: 'payment.captured&x=1' } }],
    [['types', 'payment.captured'], {}, { page: 'type', id: 'payment.captured', query: {} }],
  ])('are found again by their hash: %j %j', (path, query, place) => {
    expect(readPlace(hashOf(path, query as Record<string, string>))).toEqual(place);
  });

  it.each(['', '#', '#/', '#/nowhere/x', '#/__proto__/x', '#/constructor'])('are the endpoints for %j', (hash) => {
    expect(readPlace(hash)).toEqual({ page: 'endpoints', id: '', query: {} });
  });

  it('survive a hash that is no encoding', () => {
    expect(readPlace('#/events/%zz').id).toBe('%zz');
  });
});

describe('calls', () => {
  it('encode whatever comes from an address', () => {
    expect(requestOf('getEndpoint', { id: '../v1/payments?x' })).toEqual({
      method: 'GET',
      url: '/v1/webhook_endpoints/..%2Fv1%2Fpayments%3Fx',
    });
    expect(requestOf('listEvents', { query: { type: 'a&b', cursor: undefined, resource_id: '' } }).url).toBe('/v1/events?type=a%26b');
  });

  it('carry the key in a header, and nowhere else', async () => {
    const sent: [string, RequestInit][] = [];
    const api = new Api(KEY, async (url, init) => (sent.push([url, init]), new Response('{"data":[],"next_cursor":null}')));
    await api.call('pingEndpoint', { id: 'we_1', body: { type: 'x' }, idempotencyKey: 'k' });
    await api.all('listEndpoints');
    for (const [url, { headers, ...rest }] of sent) {
      expect(new Headers(headers).get('authorization')).toBe(`Bearer ${KEY}`);
      expect(JSON.stringify([url, rest])).not.toContain(KEY);
      expect(rest).toMatchObject({ credentials: 'omit', redirect: 'error', cache: 'no-store' });
    }
  });

  it('gather a list page by page', async () => {
    const answers = ['{"data":[1],"next_cursor":"c"}', '{"data":[2],"next_cursor":null}'];
    const urls: string[] = [];
    const api = new Api(KEY, async (url) => (urls.push(url), new Response(answers.shift())));
    expect(await api.all('listEventTypes')).toEqual([1, 2]);
    expect(urls).toEqual(['/v1/event_types?limit=100', '/v1/event_types?limit=100&cursor=c']);
  });

  it('make lists wait for what was just written, and not for how far a list has seen', async () => {
    const urls: string[] = [];
    const headers = (method?: string) => ({ 'event-position': method === 'GET' ? '99' : '42' });
    const page = '{"data":[],"next_cursor":null}';
    const api = new Api(KEY, async (url, { method }) => (urls.push(url), new Response(page, { headers: headers(method) })));
    await api.call('deleteEndpoint', { id: 'we_1' });
    await api.all('listEndpoints');
    await api.call('listEvents');
    await api.all('listEndpoints');
    const list = '/v1/webhook_endpoints?limit=100&min_position=42';
    expect(urls.slice(1)).toEqual([list, '/v1/events', list]);
  });

  it('say what the API said, beside the field', () => {
    const error = {
      message: 'Some parameters are invalid.',
      request_id: 'req_1',
      errors: [
        { param: 'url', message: 'is not allowed.' },
        { param: 'enabled_events[0]', message: 'is unknown.' },
      ],
    };
    expect(refusalOf(400, JSON.stringify({ error }))).toMatchObject({
      status: 400,
      message: 'Some parameters are invalid.',
      problems: { url: 'is not allowed.', enabled_events: 'is unknown.' },
      requestId: 'req_1',
    });
  });

  it.each(['', 'null', '<html>502</html>', '{}', '{"error":null}'])('survive an answer that is no error of ours: %j', (text) => {
    expect(refusalOf(502, text).message).toBe('Hundi answered 502.');
  });

  it('say that nothing answers', async () => {
    const api = new Api(KEY, () => Promise.reject(new TypeError('failed to fetch')));
    await expect(api.call('listEndpoints')).rejects.toEqual(
      expect.objectContaining({ status: 0, message: expect.stringContaining('reached') }),
    );
    await expect(api.call('listEndpoints')).rejects.toBeInstanceOf(ApiRefusal);
  });
});

describe('keys', () => {
  it.each([KEY, KEY.replace('sk', 'rk'), KEY.replace('test', 'live')])('of servers are taken', (key) => {
    expect(isUsableKey(key)).toBe(true);
  });

  it.each(['', 'whsec_abc', KEY.replace('sk_', 'pk_'), `${KEY} `, `${KEY}\r\nx: y`, 'sk_test_x'])('%j is not taken', (key) => {
    expect(isUsableKey(key)).toBe(false);
  });

  it('say their mode', () => {
    expect([modeOf(KEY), modeOf(KEY.replace('test', 'live'))]).toEqual(['test', 'live']);
  });
});

describe('forms', () => {
  it('make the body of an endpoint, and leave out ticks that a pattern holds', () => {
    const values = {
      url: [' https://shop.example.com/hook '],
      enabled_events: ['payment.*', 'payment.captured', 'refund.failed'],
      ordering: ['resource'],
      timeout_ms: [''],
      max_in_flight: ['4'],
      rate_per_second: ['many'],
    };
    expect(endpointBody(values)).toEqual({
      url: 'https://shop.example.com/hook',
      description: null,
      enabled_events: ['payment.*', 'refund.failed'],
      ordering: 'resource',
      signing: null,
      timeout_ms: null,
      max_in_flight: 4,
      rate_per_second: 'many',
    });
  });

  it('keep what stands beside *: it leaves the noisy types out', () => {
    expect(endpointBody({ enabled_events: ['*', 'payment.noisy'] }).enabled_events).toEqual(['*', 'payment.noisy']);
    expect(endpointBody({}).enabled_events).toEqual([]);
  });

  it('make the body of a replay', () => {
    const values = { since: ['2026-11-20T10:00'], until: [''], include: ['missed'], types: ['payment.captured'], resource_id: [''] };
    expect(replayBody(values, () => 7)).toEqual({
      since: 7,
      until: null,
      include: 'missed',
      types: ['payment.captured'],
      resource_id: null,
    });
    expect(replayBody({ include: ['all'] }, () => 7)).toEqual({
      since: undefined,
      until: null,
      include: 'all',
      types: null,
      resource_id: null,
    });
  });
});

describe('the event picker', () => {
  const types = ['kyc.verification.verified', 'payment.captured', 'attempt.started', 'payment.failed'].map(
    (name) => ({ name, resource_type: 'payment' }) as EventTypeResource,
  );

  it('puts together what one pattern stands for', () => {
    const groups = typesByPrefix(types).map(([prefix, group]) => [prefix, group.length]);
    expect(groups).toEqual([
      ['kyc.verification', 1],
      ['payment', 2],
      ['attempt', 1],
    ]);
  });

  it('keeps the filters of an endpoint that it has no tick for', () => {
    expect(filtersBeside(types, ['*', 'kyc.verification.*', 'kyc.*', 'kyc.verification.verified'])).toEqual(['kyc.*']);
  });
});

describe('words for people', () => {
  it.each([
    [-2, 'just now'],
    [-30, '30 seconds ago'],
    [-90, '1 minute ago'],
    [7_300, 'in 2 hours'],
    [-90_000, 'yesterday'],
  ])('%d seconds from now are %j', (distance, text) => {
    expect(relativeTime(1_000_000 + distance, 1_000_000)).toBe(text);
  });

  it('never round up to all', () => {
    expect([percentText(1), percentText(0.9999), percentText(0), percentText(null)]).toEqual(['100 %', '99.9 %', '0 %', '–']);
  });

  it.each([
    [59, '59 s'],
    [3_599, '59 min'],
    [172_799, '47 h'],
    [172_800, '2 days'],
  ])('%d s last %j', (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });

  it('lay out JSON, and leave what is none', () => {
    expect([prettyJson('{"a":1}'), prettyJson('<h1>')]).toEqual(['{\n  "a": 1\n}', '<h1>']);
  });
});
