import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { findFreePort } from './free-port';

describe('a free port', () => {
  let servers: Server[] = [];
  const listenOn = async (port: number): Promise<void> => {
    const server = createServer().listen(port, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
  };
  afterEach(() => {
    for (const server of servers) server.close();
    servers = [];
  });

  it('can be listened on, is none that outgoing connections get, and is another one each time', async () => {
    const ports = await Promise.all([findFreePort(), findFreePort(), findFreePort()]);
    await Promise.all(ports.map(listenOn));
    expect(new Set(ports).size).toBe(3);
    for (const port of ports) expect(port < 32_768 && port >= 20_000).toBe(true);
  });

  it('is not one with a listener', async () => {
    const first = await findFreePort();
    // The next ones this process would look at.
    for (const port of [first + 1, first + 2]) await listenOn(port).catch(() => undefined);
    await listenOn(await findFreePort());
  });

  it('is asked for in vain where the machine has no such address', async () => {
    await expect(findFreePort('192.0.2.1')).rejects.toThrow('EADDRNOTAVAIL');
  });
});
