import { eventually } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../test/gateway-under-test';
import { RawSocket } from '../../test/raw-socket';

const KEPT_MS = 4_000;
/** The other limits are shorter: none of them may end a connection that waits for its first request. */
const SILENCE_MS = 500;
const ASKED = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';

/** Nothing runs in this process, as on a machine that was frozen. */
function stallProcess(forMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, forMs);
}

/** Clients open connections before they need them, and write a request whenever they have one. */
describe('a connection that was never used', () => {
  let gateway: GatewayUnderTest;
  const asks = async (): Promise<number> => (await gateway.client.get('/health/live')).status;
  const isAnswered = ({ text }: RawSocket): void => expect(text).toMatch(/^HTTP\/1\.1 200 /);
  const open = async (): Promise<RawSocket> => {
    const socket = await RawSocket.connect(gateway.url);
    expect(await asks()).toBe(200); // the gateway has accepted it by now
    return socket;
  };

  const startImpatient = async (): Promise<void> => {
    const environment = {
      ...{ HEADERS_TIMEOUT_MS: '100', CONNECTION_TIMEOUT_MS: String(SILENCE_MS), REQUEST_TIMEOUT_MS: String(SILENCE_MS) },
      KEEP_ALIVE_TIMEOUT_MS: String(KEPT_MS),
    };
    gateway = await startGatewayUnderTest({ environment });
  };

  describe('of a gateway whose other limits are shorter', () => {
    beforeAll(startImpatient);
    afterAll(() => gateway.stop());

    it('is closed like one between two requests, without a word: a client would take it for the answer to what it just asks', async () => {
      const startedAtMs = performance.now();
      const silent = await open();
      expect(await silent.untilClosed()).toBe('');
      // Timers count whole milliseconds.
      expect(Math.ceil(performance.now() - startedAtMs)).toBeGreaterThanOrEqual(KEPT_MS);
    });

    it('is answered when it asks late', async () => {
      const early = await open();
      stallProcess(2 * SILENCE_MS);
      expect(await asks()).toBe(200); // what is due has happened
      early.write(ASKED);
      await eventually(() => isAnswered(early)).finally(() => early.reset());
    });

    it('is answered when the gateway is late to read', async () => {
      const caller = await open();
      caller.write(ASKED);
      stallProcess(2 * SILENCE_MS);
      await eventually(() => isAnswered(caller)).finally(() => caller.reset());
    });
  });

  it('does not keep the gateway from closing', async () => {
    gateway = await startGatewayUnderTest();
    const silent = await open();
    const startedAtMs = performance.now();
    await gateway.stop();
    expect(performance.now() - startedAtMs).toBeLessThan(10_000); // by default it would be kept 72 seconds
    expect(await silent.untilClosed()).toBe('');
  });
});
