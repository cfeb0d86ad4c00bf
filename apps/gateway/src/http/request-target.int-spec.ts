import { startGatewayUnderTest, type GatewayUnderTest } from '../../test/gateway-under-test';
import { RawSocket } from '../../test/raw-socket';

/** Sends bytes as they are and gives back everything the server says until it hangs up. */
async function speak(url: string, bytes: string): Promise<string> {
  const caller = await RawSocket.connect(url);
  caller.write(bytes);
  return caller.untilClosed();
}

describe('the host that a request names', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest();
  });
  afterAll(() => gateway.stop());

  it('refuses two Hosts: who stands before it may have read the other one', async () => {
    const text = await speak(gateway.url, 'GET /health/live HTTP/1.1\r\nHost: x\r\nHost: evil\r\nConnection: close\r\n\r\n');
    expect(text).toContain('HTTP/1.1 400 Bad Request\r\n');
    expect(JSON.parse(text.slice(text.indexOf('{')))).toMatchObject({ error: { code: 'parameter_invalid', param: 'Host' } });
  });

  it.each(['http://evil/v1/payments?limit=1', 'HTTP://evil:99/v1/payments', 'http://evil'])(
    'takes the path of the target %s, and repeats no host',
    async (target) => {
      gateway.found = () => '{"object":"list","data":[],"has_more":false}';
      const head = `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.testKey}\r\nConnection: close\r\n\r\n`;
      const text = await speak(gateway.url, head);
      expect(text).toContain(target === 'http://evil' ? 'HTTP/1.1 404' : 'HTTP/1.1 200');
      expect(text).not.toContain('evil');
    },
  );
});
