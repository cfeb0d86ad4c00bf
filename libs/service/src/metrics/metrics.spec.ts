import { Metrics } from './metrics';

describe('Metrics', () => {
  let metrics: Metrics;
  beforeEach(() => (metrics = new Metrics()));
  afterEach(() => metrics.registry.clear());

  it('gives the same metric to every app of the process that asks for its name', async () => {
    const options = { name: 'hundi_commands_total', help: 'Commands settled.', labels: ['service'] };
    metrics.counter(options).inc({ service: 'payments' });
    metrics.counter(options).inc({ service: 'payments' });
    expect((await metrics.expose()).text).toContain('hundi_commands_total{service="payments"} 2');
  });

  it('asks a collecting gauge at every scrape', async () => {
    let lag = 3;
    metrics.gauge({ name: 'hundi_lag', help: 'Lag.', labels: ['topic'], collect: (gauge) => gauge.set({ topic: 'a' }, lag) });
    expect((await metrics.expose()).text).toContain('hundi_lag{topic="a"} 3');
    lag = 4;
    expect((await metrics.expose()).text).toContain('hundi_lag{topic="a"} 4');
  });

  it('counts HTTP requests by method, route and status', async () => {
    metrics.observeHttp({ method: 'POST', route: '/v1/payments', status: 201, seconds: 0.004 });
    const { text, contentType } = await metrics.expose();
    expect(contentType).toContain('text/plain');
    expect(text).toContain('hundi_http_request_duration_seconds_bucket{le="0.005",method="POST",route="/v1/payments",status="201"} 1');
  });

  it('asks Node for no handles and requests: one that was collected would end the process', async () => {
    const { text } = await metrics.expose();
    expect(text).toContain('nodejs_active_resources');
    expect(text).not.toMatch(/nodejs_active_(handles|requests)/);
  });

  it('exposes the default metrics of the process', async () => {
    expect((await metrics.expose()).text).toContain('nodejs_eventloop_lag_seconds');
  });
});
