import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CliError } from '../../cli-error';
import { FeedStream, type StreamedEvent } from './stream';

type Answer = (response: ServerResponse) => void;

/** An event at a position, as the stream writes it. */
const eventAt = (position: number): string =>
  `id: ${position}\nevent: payment.captured\ndata: ${JSON.stringify({ id: `evt_${position}`, type: 'payment.captured', created_at: 1 })}\n\n`;
const stream = (response: ServerResponse, text: string): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(text);
};

/** A server whose stream breaks as a test says, connection by connection; the last answer is for all that follow. */
async function startBreaking(answers: readonly Answer[]) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => answers[Math.min(asked.push(request), answers.length) - 1]?.(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    asked,
    connection: { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: 'sk_test_1' },
    stop: () => (server.closeAllConnections(), server.close()),
  };
}

async function take(events: AsyncGenerator<StreamedEvent>, count: number): Promise<string[]> {
  const taken: string[] = [];
  for await (const { id } of events) if (taken.push(id) === count) break;
  return taken;
}

describe('the stream that hundi listen reads', () => {
  it('goes on after every break where it was, and says so: no event is missed, none comes twice', async () => {
    const server = await startBreaking([
      // Cut off in the middle of an event: it was not seen.
      (response) => stream(response, `${eventAt(7)}${eventAt(8).slice(0, 30)}`),
      (response) => response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":{"code":"service_unavailable"}}'),
      (response) => (stream(response, `: connected\nid: 8\n\n${eventAt(9)}`), response.end()),
      (response) => stream(response, eventAt(10)),
    ]);
    const reported: string[] = [];
    let opened = 0;
    const feed = new FeedStream(server.connection, '6', (message) => reported.push(message));
    const events = feed.events(() => (opened += 1));
    expect(
      await take(
        wrapped(events, () => server.asked[0]?.socket.destroy()),
        3,
      ),
    ).toEqual(['evt_7', 'evt_9', 'evt_10']);
    expect(server.asked.map(({ url }) => url)).toEqual([6, 7, 7, 9].map((after) => `/v1/events/stream?after=${after}`));
    expect([opened, reported]).toEqual([
      1,
      ['The stream broke off. Trying again…', 'Connected again.', 'The stream broke off. Trying again…', 'Connected again.'],
    ]);
    server.stop();
  });

  it('ends when the key is revoked meanwhile: no repetition mends that', async () => {
    const refusal = '{"error":{"code":"api_key_revoked","message":"The API key was revoked."}}';
    const server = await startBreaking([
      (response) => (stream(response, eventAt(1)), response.end()),
      (response) => response.writeHead(401, { 'content-type': 'application/json' }).end(refusal),
    ]);
    const events = new FeedStream(server.connection, undefined, () => undefined).events(() => undefined);
    await expect(take(events, 2)).rejects.toThrow(CliError);
    expect(server.asked.map(({ url }) => url)).toEqual(['/v1/events/stream', '/v1/events/stream?after=1']);
    server.stop();
  });
});

/** The same events; after the first one the connection is broken. */
async function* wrapped(events: AsyncGenerator<StreamedEvent>, breakOff: () => void): AsyncGenerator<StreamedEvent> {
  let isFirst = true;
  for await (const event of events) {
    yield event;
    if (isFirst) breakOff();
    isFirst = false;
  }
}
