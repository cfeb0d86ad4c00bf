import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { newId, shardOfAccount } from '#contracts';
import { SystemClock, SystemRandom } from '#service';
import { eventually } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../test/gateway-under-test';
import { RawSocket } from '../../test/raw-socket';

const CONNECTIONS_MAX = 80;
const NEW_CONNECTIONS = 64;
const ASKED = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';

/** Other systems, and Node 20, do not spread connections over sockets: see listening-sockets.ts. */
const onLinux = process.platform === 'linux' && Number(process.versions.node.split('.')[0]) >= 22 ? it : it.skip;

describe('the sockets that the gateway listens on', () => {
  let gateway: GatewayUnderTest;
  let callers: RawSocket[] = [];
  const start = (environment: Record<string, string> = {}) => startGatewayUnderTest({ environment });

  beforeEach(async () => {
    gateway = await start({ CONNECTIONS_MAX: String(CONNECTIONS_MAX) });
  });
  afterEach(async () => {
    for (const caller of callers) caller.reset();
    callers = [];
    await gateway.stop();
  });

  const call = async (count: number, request = ASKED): Promise<RawSocket[]> => {
    const added = await Promise.all(Array.from({ length: count }, () => RawSocket.connect(gateway.url)));
    callers.push(...added);
    for (const caller of added) caller.write(request);
    return added;
  };
  const answered = (asked: RawSocket[]): number => asked.filter(({ text }) => text.startsWith('HTTP/1.1 200 ')).length;

  onLinux('accept many new connections in few turns of the event loop: a busy turn takes tens of milliseconds', async () => {
    const { port } = new URL(gateway.url);
    const sockets: Socket[] = Array.from({ length: NEW_CONNECTIONS }, () => connect(Number(port), '127.0.0.1'));
    let greeted = 0;
    for (const socket of sockets) socket.once('data', () => greeted++).write(ASKED);
    let turns = 0;
    for (; greeted < NEW_CONNECTIONS; turns++) await setImmediate();
    for (const socket of sockets) socket.resetAndDestroy();
    expect(turns).toBeLessThan(NEW_CONNECTIONS);
  });

  it('have one bound for their connections together, and take new ones when old ones end', async () => {
    const full = await call(CONNECTIONS_MAX + 20);
    await eventually(() => expect(answered(full) + full.filter(({ isClosed }) => isClosed).length).toBe(full.length));
    const served = full.filter(({ isClosed }) => !isClosed);
    // One connection is the client's of the fixture.
    expect(served.length).toBeGreaterThanOrEqual(CONNECTIONS_MAX - 1);
    expect(served.length).toBeLessThanOrEqual(CONNECTIONS_MAX);
    for (const caller of served) caller.reset();
    await eventually(async () => {
      const late = await call(1);
      await eventually(() => expect(answered(late) === 1 || late[0]?.isClosed).toBe(true));
      expect(answered(late)).toBe(1);
    });
  });

  it('are not shared with a second gateway', async () => {
    await expect(start({ PORT: new URL(gateway.url).port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('close together: who asked before is answered, who asks nothing is let go', async () => {
    const idle = await call(NEW_CONNECTIONS / 2);
    await eventually(() => expect(answered(idle)).toBe(idle.length));
    let release!: (found: undefined) => void;
    const held = new Promise<undefined>((resolve) => (release = resolve));
    let asked = 0;
    const clock = new SystemClock();
    const id = newId('payment', shardOfAccount(gateway.accountId), clock.nowMs(), new SystemRandom(clock));
    // The audit log and the notices of the gateway ask, too.
    gateway.found = (path) => (path.includes(id) ? (asked++, held) : undefined);
    const request = `GET /v1/payments/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.testKey}\r\n\r\n`;
    const busy = await call(NEW_CONNECTIONS / 2, request);
    await eventually(() => expect(asked).toBe(busy.length));
    const stopped = gateway.stop();
    await eventually(() => expect(idle.every(({ isClosed }) => isClosed)).toBe(true));
    release(undefined);
    await stopped;
    expect(busy.filter(({ text }) => text.startsWith('HTTP/1.1 404 ')).length).toBe(busy.length);
    await expect(RawSocket.connect(gateway.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
