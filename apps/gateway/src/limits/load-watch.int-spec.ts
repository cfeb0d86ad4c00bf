import { eventually } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../test/gateway-under-test';

const LAG_MAX_MS = 40;

/** A process that has something to do in every turn of its event loop, for longer than the limit; the gateway runs in it. */
function keepBusy(): { end(): void } {
  let isBusy = true;
  const turn = (): void => {
    const endsAtMs = performance.now() + 3 * LAG_MAX_MS;
    while (performance.now() < endsAtMs);
    if (isBusy) setImmediate(turn);
  };
  setImmediate(turn);
  return { end: () => (isBusy = false) };
}

describe('a gateway that has more to do than it can', () => {
  let gateway: GatewayUnderTest;
  const start = async (environment: Record<string, string>): Promise<void> => {
    gateway = await startGatewayUnderTest({ environment: { METRICS_ON_PUBLIC_PORT: 'true', ...environment } });
  };
  afterEach(() => gateway.stop());
  const ask = () => gateway.client.get('/v1/payments/pay_0VbanWjR20xBimn7M2VGDl3W', { key: gateway.testKey });
  const expectRefused = async (): Promise<void> => {
    const { status, error, headers } = await ask();
    expect([status, error.code, headers['retry-after']]).toEqual([503, 'service_unavailable', '1']);
    expect(error).toMatchObject({ reason: 'overloaded', retryable: true });
  };

  it('turns requests away before it looks at them, says when to come again, and takes them when it has caught up', async () => {
    await start({ EVENT_LOOP_LAG_MAX_MS: String(LAG_MAX_MS) });
    const expectTaken = async (): Promise<void> => expect((await ask()).status).toBe(404);
    await eventually(expectTaken);
    const work = keepBusy();
    await eventually(expectRefused).finally(() => work.end());
    await eventually(expectTaken);
  });

  it('does so too before its memory is full, and goes on telling how it is', async () => {
    await start({ HEAP_USED_MAX_PERCENT: '1' });
    await eventually(expectRefused);
    expect((await gateway.client.get('/health/live')).status).toBe(200);
    expect((await gateway.client.get('/health/ready')).status).toBe(200);
    expect((await gateway.client.get('/metrics')).text).toMatch(/^hundi_gateway_requests_shed_total [1-9]/m);
  });
});
