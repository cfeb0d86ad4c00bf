import { Controller, Get, Module } from '@nestjs/common';
import { Health } from './health';
import { startInternalServer, type InternalServer, type TransportStrategy } from './internal-server';
import { createLogger } from './log/logger';
import { Metrics } from './metrics/metrics';

@Controller('internal/payments')
class PaymentQueries {
  @Get('pay_1')
  find(): { id: string } {
    return { id: 'pay_1' };
  }
}

@Module({ controllers: [PaymentQueries] })
class PaymentsModule {}

const TOKEN = 'a-token-of-sixteen-characters';
const NEXT_TOKEN = 'the-token-after-that-one';

class RecordingTransport implements TransportStrategy {
  readonly calls: string[] = [];

  listen(callback: () => unknown): void {
    this.calls.push('listen');
    callback();
  }

  close(): void {
    this.calls.push('close');
  }
}

describe('startInternalServer', () => {
  const health = new Health();
  const metrics = new Metrics();
  const transport = new RecordingTransport();
  const logger = createLogger({ service: 'test', level: 'silent' });
  let server: InternalServer;
  let databaseAnswers = true;

  beforeAll(async () => {
    health.addReadiness('database', async () => ({ ok: databaseAnswers, detail: databaseAnswers ? 'answers' : 'away' }));
    server = await startInternalServer({
      module: PaymentsModule,
      logger,
      health,
      metrics,
      token: `${TOKEN},${NEXT_TOKEN}`,
      host: '127.0.0.1',
      port: 0,
      transport,
    });
    health.markStarted();
  });
  afterAll(async () => {
    await server.stop();
    metrics.registry.clear();
  });

  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${server.url}${path}`, { headers });

  it('serves liveness without a token', async () => {
    const response = await get('/health/live');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'ok' });
  });

  it('serves readiness: 200 when all is well, 503 with the reason when not', async () => {
    expect((await get('/health/ready')).status).toBe(200);
    databaseAnswers = false;
    const response = await get('/health/ready');
    databaseAnswers = true;
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ status: 'unavailable', checks: { database: { ok: false, detail: 'away' } } });
  });

  it('says that it serves, without a token, whatever its checks say', async () => {
    databaseAnswers = false;
    const response = await get('/health/serving');
    databaseAnswers = true;
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok', detail: 'started' }]);
  });

  it('serves metrics in the Prometheus form', async () => {
    const response = await get('/metrics');
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(await response.text()).toContain('process_cpu_seconds_total');
  });

  it('serves each check of readiness as a metric: 1 while it passes, 0 while it does not', async () => {
    const readiness = async (): Promise<string[]> => (await (await get('/metrics')).text()).match(/^hundi_ready.*$/gm) ?? [];
    expect(await readiness()).toEqual(['hundi_ready{check="database"} 1']);
    databaseAnswers = false;
    const away = await readiness();
    databaseAnswers = true;
    expect(away).toEqual(['hundi_ready{check="database"} 0']);
  });

  it('lets a caller with the token through', async () => {
    const response = await get('/internal/payments/pay_1', { 'x-internal-token': TOKEN });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ id: 'pay_1' });
  });

  it('lets a caller through that has the next token already, while both are accepted', async () => {
    const response = await get('/internal/payments/pay_1', { 'x-internal-token': NEXT_TOKEN });
    expect(response.status).toBe(200);
  });

  it.each([[{}], [{ 'x-internal-token': '' }], [{ 'x-internal-token': `${TOKEN},${NEXT_TOKEN}` }], [{ 'x-internal-token': `${TOKEN}x` }]])(
    'refuses a caller with %j',
    async (headers) => {
      expect((await get('/internal/payments/pay_1', headers as Record<string, string>)).status).toBe(401);
    },
  );

  it.each([
    '/internal/unknown',
    '/health/live/../../internal/payments/pay_1',
    '//internal/payments/pay_1',
    '/%69nternal/payments/pay_1',
    '/',
  ])('opens nothing by the path %s without a token', async (path) => {
    expect((await get(path)).status).toBe(401);
  });

  it('starts the transport with the server and closes it with the server, once', async () => {
    const own = new RecordingTransport();
    const other = await startInternalServer({
      module: PaymentsModule,
      logger,
      health,
      metrics,
      token: TOKEN,
      host: '127.0.0.1',
      port: 0,
      transport: own,
    });
    expect(own.calls).toEqual(['listen']);
    await Promise.all([other.stop(), other.stop()]);
    expect(own.calls).toEqual(['listen', 'close']);
    await expect(fetch(`${other.url}/health/live`)).rejects.toThrow();
  });
});
