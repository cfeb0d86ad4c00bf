import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { eventually } from './eventually';
import { startFaultProxy, type FaultProxy } from './fault-proxy';

describe('startFaultProxy', () => {
  let echo: Server;
  let proxy: FaultProxy;
  const clients: Socket[] = [];
  const accepted: Socket[] = [];

  beforeEach(async () => {
    accepted.length = 0;
    echo = createServer((socket) => {
      accepted.push(socket);
      socket.on('error', () => undefined).pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(echo, 'listening');
    proxy = await startFaultProxy({ target: `127.0.0.1:${(echo.address() as AddressInfo).port}` });
  });

  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy();
    await proxy.stop();
    await new Promise((resolve) => echo.close(resolve));
  });

  async function open(): Promise<{ socket: Socket; received: () => string; closed: () => boolean }> {
    const socket = connect(proxy.port, proxy.host);
    clients.push(socket);
    let text = '';
    let closed = false;
    socket
      .on('data', (chunk) => (text += chunk.toString()))
      .on('error', () => undefined)
      .on('close', () => (closed = true));
    await once(socket, 'connect');
    return { socket, received: () => text, closed: () => closed };
  }

  it('passes bytes both ways', async () => {
    const { socket, received } = await open();
    socket.write('hello');
    await eventually(() => expect(received()).toBe('hello'));
  });

  it('makes every chunk late by the delay', async () => {
    const { socket, received } = await open();
    proxy.delayMs(60);
    const startedAt = performance.now();
    socket.write('late');
    await eventually(() => expect(received()).toBe('late'), { everyMs: 5 });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(110);
  });

  it('refuses connections while cut and serves again when healed', async () => {
    const before = await open();
    proxy.cut();
    await eventually(() => expect(before.closed()).toBe(true));
    const during = await open().catch(() => undefined);
    if (during) await eventually(() => expect(during.closed()).toBe(true));
    proxy.heal();
    const after = await open();
    after.socket.write('back');
    await eventually(() => expect(after.received()).toBe('back'));
  });

  it('keeps the bytes of a frozen connection until it is healed', async () => {
    const { socket, received } = await open();
    socket.write('a');
    await eventually(() => expect(received()).toBe('a'));
    proxy.freeze();
    socket.write('b');
    const other = await open();
    other.socket.write('c');
    await expect(eventually(() => expect(received() + other.received()).not.toBe('a'), { withinMs: 100 })).rejects.toThrow('still so');
    proxy.heal();
    await eventually(() => expect([received(), other.received()]).toEqual(['ab', 'c']));
  });

  it('resets a connection whose bytes a black hole swallowed', async () => {
    const { socket, received, closed } = await open();
    await eventually(() => expect(proxy.connections).toBe(1));
    proxy.blackHole();
    socket.write('gone');
    await eventually(() => expect(proxy.lostBytes).toBe(4));
    await expect(eventually(() => expect(received()).toBe('gone'), { withinMs: 100 })).rejects.toThrow('still so after 100 ms');
    expect(closed()).toBe(false);
    proxy.heal();
    await eventually(() => expect(closed()).toBe(true));
    expect(received()).toBe('');
  });

  it.each([
    ['requests', 0],
    ['answers', 4],
  ] as const)('loses %s alone when asked to', async (direction, arrived) => {
    const { socket, received, closed } = await open();
    await eventually(() => expect(accepted).toHaveLength(1));
    let bytes = 0;
    accepted[0]!.on('data', (chunk: Buffer) => (bytes += chunk.length));
    proxy.blackHole(direction);
    socket.write('half');
    await eventually(() => expect(proxy.lostBytes).toBe(4));
    await expect(eventually(() => expect(received()).toBe('half'), { withinMs: 100 })).rejects.toThrow('still so');
    expect(bytes).toBe(arrived);
    proxy.heal();
    await eventually(() => expect(closed()).toBe(true));
  });

  it('makes a share of the chunks late, and keeps the order of all', async () => {
    const { socket, received } = await open();
    proxy.loseShare(0.3);
    const startedAt = performance.now();
    for (let number = 0; number < 10; number++) {
      socket.write(`${number}`);
      await eventually(() => expect(received()).toHaveLength(number + 1), { everyMs: 2 });
    }
    expect(received()).toBe('0123456789');
    expect(performance.now() - startedAt).toBeGreaterThan(400);
  });

  it('passes no more bytes in a second than its limit', async () => {
    const { socket, received } = await open();
    proxy.limitBytesPerSecond(20_000);
    const startedAt = performance.now();
    socket.write('x'.repeat(5_000));
    await eventually(() => expect(received()).toHaveLength(5_000), { everyMs: 5 });
    expect(performance.now() - startedAt).toBeGreaterThan(400);
  });

  it('keeps the end of a server in a black hole to itself until it is healed', async () => {
    const { closed } = await open();
    await eventually(() => expect(accepted).toHaveLength(1));
    proxy.blackHole();
    const gone = once(accepted[0]!, 'close');
    accepted[0]!.destroy();
    await gone;
    await expect(eventually(() => expect(closed()).toBe(true), { withinMs: 100 })).rejects.toThrow('still so');
    proxy.heal();
    await eventually(() => expect(closed()).toBe(true));
  });
});
