import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Module } from '@nestjs/common';
import type { EventMessage } from '#contracts';
import type { PublishedWindow } from '#event-store';
import { capturedEvent } from '../test/captured-event';
import { Health } from './health';
import { startInternalServer, type InternalServer } from './internal-server';
import { createLogger } from './log/logger';
import { Metrics } from './metrics/metrics';
import { RemotePublishedEvents } from './published-events';

@Module({})
class NothingElse {}

const TOKEN = 'a-token-of-sixteen-characters';

function message(position: bigint, prev: bigint): EventMessage {
  const data = { object: { id: 'pay_1', description: 'café "au lait"' }, previous_attributes: null };
  const event = capturedEvent({ id: `evt_${position}`, sequence: Number(position), data });
  const cloudEvent = { id: event.id, source: '/accounts/acct_1', type: event.type, subject: 'pay_1', time: event.timestamp };
  return { key: 'pay_1', shard: 3, position, prev, cloudEvent, value: JSON.stringify(event), event };
}

describe('published events of another service', () => {
  const asked: PublishedWindow[] = [];
  const metrics = new Metrics();
  let answer: () => Promise<EventMessage[]>;
  let server: InternalServer;
  let remote: RemotePublishedEvents;

  beforeAll(async () => {
    const published = {
      service: 'payments',
      read: (window: PublishedWindow) => {
        asked.push(window);
        return answer();
      },
      ends: async () =>
        new Map([
          [3, { position: 9_007_199_254_740_993n, restoredTo: 9_007_199_254_740_991n }],
          [63, { position: 1n, restoredTo: 0n }],
        ]),
    };
    const logger = createLogger({ service: 'test', level: 'silent' });
    const health = new Health();
    server = await startInternalServer({
      module: NothingElse,
      logger,
      health,
      metrics,
      token: TOKEN,
      host: '127.0.0.1',
      port: 0,
      published,
    });
    remote = new RemotePublishedEvents({ service: 'payments', url: () => server.url, token: TOKEN });
  });
  afterAll(async () => {
    await remote.close();
    await server.stop();
    metrics.registry.clear();
  });

  it('come as they were published, each naming the one before it', async () => {
    const sent = [message(9_007_199_254_740_993n, 7n), message(9_007_199_254_740_999n, 9_007_199_254_740_993n)];
    answer = async () => sent;
    expect(await remote.read({ shard: 3, after: 7n, before: 9_007_199_254_741_000n })).toEqual(sent);
    expect(asked.at(-1)).toEqual({ shard: 3, after: 7n, before: 9_007_199_254_741_000n });
  });

  it('reach so far in each shard', async () => {
    expect(await remote.ends()).toEqual(
      new Map([
        [3, { position: 9_007_199_254_740_993n, restoredTo: 9_007_199_254_740_991n }],
        [63, { position: 1n, restoredTo: 0n }],
      ]),
    );
    expect((await fetch(`${server.url}/internal/published-ends`)).status).toBe(401);
  });

  it('are not said to reach anywhere when another service answers: its events would be taken for others', async () => {
    const mistaken = new RemotePublishedEvents({ service: 'kyc', url: () => server.url, token: TOKEN });
    await expect(mistaken.ends()).rejects.toThrow('payments answers where kyc is expected');
    await mistaken.close();
  });

  it('are none when the window holds none', async () => {
    answer = async () => [];
    expect(await remote.read({ shard: 0, after: 0n, before: 1n })).toEqual([]);
  });

  it.each([
    ['the service cannot render one', TOKEN, () => Promise.reject(new Error('a bug in rendering'))],
    ['the token is another one', 'another-token-of-sixteen', () => Promise.resolve([])],
  ])('are an error when %s', async (_why, token, failing) => {
    answer = failing;
    const other = new RemotePublishedEvents({ service: 'payments', url: () => server.url, token });
    await expect(other.read({ shard: 0, after: 0n, before: 1n })).rejects.toThrow(/answered with (500|401)/);
    await other.close();
  });

  it('are an error while the URL of the service is unknown', async () => {
    const nowhere = new RemotePublishedEvents({ service: 'payments', url: () => undefined, token: TOKEN });
    await expect(nowhere.read({ shard: 0, after: 0n, before: 1n })).rejects.toThrow('not known');
    await nowhere.close();
  });

  it.each([
    ['never answers', ''],
    ['never comes to the end of its answer', 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"events":['],
  ])('are an error when the service takes the request and %s: the wait ends at the deadline', async (_what, begun) => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined).on('data', () => socket.write(begun));
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const asking = new RemotePublishedEvents({ service: 'payments', url: () => url, token: TOKEN, deadlineMs: 100 });
    await expect(asking.read({ shard: 0, after: 0n, before: 1n })).rejects.toThrow(/timeout/);
    expect(sockets).toHaveLength(1);
    // Nor does the connection stay with a service that is lost.
    if (sockets[0]?.closed === false) await once(sockets[0], 'close');
    await asking.close();
    silent.close();
  });

  it.each([
    ['{"shard":64,"after":"0","before":"1"}', 'The field shard of an internal query does not fit.'],
    ['{"shard":[0,1],"after":"0","before":"1"}', 'The field shard of an internal query does not fit.'],
    ['{"shard":0,"after":"-1","before":"1"}', 'The field after of an internal query does not fit.'],
    ['{"shard":0,"after":"0"}', 'The field before of an internal query does not fit.'],
  ])('are refused with 400 for the window %s', async (query, message) => {
    const before = asked.length;
    const url = `${server.url}/internal/published-events?query=${encodeURIComponent(query)}`;
    const response = await fetch(url, { headers: { 'x-internal-token': TOKEN } });
    expect([response.status, await response.json(), asked.length]).toEqual([400, expect.objectContaining({ message }), before]);
  });
});
