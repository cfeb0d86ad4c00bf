import { TraceCollector, eventually } from '#testing';
import { createLogger, type Logger } from '../log/logger';
import { openTraces } from './open-traces';
import { spanIdOf, traceIdOf, type EventSpan, type Traces } from './tracing';
import { TracingConfig } from '../config/tracing-config';

const NOW_MS = 1_795_219_200_123;

function span(changes: Partial<EventSpan> = {}): EventSpan {
  const attributes = { 'hundi.event.type': 'payment.captured', 'hundi.livemode': false, 'hundi.attempt.number': 2 };
  const times = { startedAtMs: NOW_MS, endedAtMs: NOW_MS + 12.5 };
  return { eventId: 'evt_1', step: 'sent', name: 'POST', kind: 'client', ...times, attributes, ...changes };
}

describe('traces', () => {
  let lines: string[];
  let logger: Logger;
  let collector: TraceCollector;
  let opened: Traces[];

  async function open(changes: Partial<TracingConfig> = {}): Promise<Traces> {
    const config = Object.assign(new TracingConfig(), { otelExporterOtlpEndpoint: collector.url, ...changes });
    const traces = await openTraces(config, { logger });
    if (traces === undefined) throw new Error('there should be traces');
    opened.push(traces);
    return traces;
  }

  beforeEach(async () => {
    // Of its own for each: what one has cut off may be complained about later.
    const own: string[] = [];
    lines = own;
    logger = createLogger({ service: 'test', destination: { write: (line) => void own.push(line) } });
    opened = [];
    collector = new TraceCollector();
    await collector.start();
  });
  afterEach(async () => {
    await Promise.all(opened.map((traces) => traces.stop()));
    await collector.stop();
  });

  /** A batch that hangs is sent again once its connection is cut, or was given up before. Nothing of it outlives the test. */
  async function releaseHanging(): Promise<void> {
    const before = collector.requests.length;
    collector.cutConnections();
    await eventually(() => expect(collector.requests.length > before || lines.length > 0).toBe(true));
  }

  it('are not there where no collector is configured', async () => {
    expect(await openTraces(new TracingConfig(), { logger })).toBeUndefined();
  });

  it('have the same ids in every process: they follow from the event and the step', () => {
    // printf evt_1 | sha256sum; printf 'evt_1 published' | sha256sum
    expect(traceIdOf('evt_1')).toBe('7d4e5a76eae6d8c165410ac19fe67565');
    expect(spanIdOf('evt_1', 'published')).toBe('d31a57ce2b6e7fea');
    expect(spanIdOf('evt_2', 'published')).not.toBe(spanIdOf('evt_1', 'published'));
  });

  it('reach the collector as it reads them, with the service that tells', async () => {
    const traces = await open({ otelExporterOtlpEndpoint: `${collector.url}/` });
    traces.of('payments').record(span({ step: 'published', kind: 'producer', name: 'publish payments.events' }));
    traces.of('webhooks').record(span({ after: 'published', failure: 'http_5xx' }));
    await traces.stop();
    const shared = { traceId: traceIdOf('evt_1'), startedAtMs: NOW_MS, endedAtMs: NOW_MS + 12.5 };
    const attributes = { 'hundi.event.type': 'payment.captured', 'hundi.livemode': false, 'hundi.attempt.number': 2 };
    const published = { spanId: spanIdOf('evt_1', 'published'), parentSpanId: '', name: 'publish payments.events', kind: 4 };
    const sent = { spanId: spanIdOf('evt_1', 'sent'), parentSpanId: published.spanId, name: 'POST', kind: 3 };
    expect(collector.spans).toEqual([
      { service: 'payments', ...shared, ...published, hasFailed: false, attributes },
      { service: 'webhooks', ...shared, ...sent, hasFailed: true, attributes: { ...attributes, 'error.type': 'http_5xx' } },
    ]);
  });

  it('hold all steps of an event or none, in every process: the sampled share is chosen by the event', async () => {
    const [one, another] = [await open({ otelTracesSamplerArg: 0.5 }), await open({ otelTracesSamplerArg: 0.5 })];
    const events = Array.from({ length: 200 }, (_, number) => `evt_${number}`);
    for (const eventId of events) {
      one.of('payments').record(span({ eventId, step: 'published' }));
      another.of('webhooks').record(span({ eventId }));
    }
    await Promise.all([one.stop(), another.stop()]);
    const chosenBy = (service: string): string[] =>
      collector.spans.filter((reported) => reported.service === service).map(({ traceId }) => traceId);
    expect(chosenBy('payments')).toEqual(chosenBy('webhooks'));
    expect(chosenBy('payments').length).toBeGreaterThan(50);
    expect(chosenBy('payments').length).toBeLessThan(150);
  });

  it('none with a share of 0', async () => {
    const traces = await open({ otelTracesSamplerArg: 0 });
    traces.of('payments').record(span());
    await traces.stop();
    expect(collector.requests).toEqual([]);
  });

  it('keep a bounded number of spans while the collector is unavailable', async () => {
    collector.failNext('hang');
    const traces = await open();
    const tracing = traces.of('payments');
    // The first batch goes out and hangs; behind it there is room for so many and no more.
    for (let number = 0; number < 512; number++) tracing.record(span({ eventId: `first_${number}` }));
    await eventually(() => expect(collector.requests).toHaveLength(1));
    for (let number = 0; number < 10_000; number++) tracing.record(span({ eventId: `evt_${number}` }));
    await traces.stop();
    const arrived = (): number => new Set(collector.spans.map(({ traceId }) => traceId)).size;
    await eventually(() => expect(arrived()).toBe(512 + 8_192));
    await releaseHanging();
  });

  it('say once that the collector refuses them, and once that it takes them again', async () => {
    const traces = await open();
    const tracing = traces.of('payments');
    const refused = async (): Promise<void> => {
      const before = collector.requests.length;
      collector.failNext('unauthorized');
      tracing.record(span());
      await eventually(() => expect(collector.requests.length).toBeGreaterThan(before));
    };
    await refused();
    await refused();
    tracing.record(span());
    await eventually(() => expect(lines).toHaveLength(2));
    expect(lines[0]).toContain('trace export failed, dropping spans');
    expect(lines[1]).toContain('trace export restored');
  });

  it('do not hold up a process that stops while the collector does not answer', async () => {
    collector.failNext('hang');
    const traces = await open();
    traces.of('payments').record(span());
    await traces.stop();
    expect(collector.requests).toHaveLength(1);
    // Nothing is taken any more, and nothing is thrown.
    traces.of('payments').record(span());
    await releaseHanging();
  });
});
