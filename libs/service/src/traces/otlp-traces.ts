import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, type HrTime, type SpanContext } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Logger } from '../log/logger';
import { spanIdOf, traceIdOf, type EventSpan, type Traces, type Tracing } from './tracing';

/** Spans that wait to be sent; more are dropped. */
const QUEUE_MAX = 8_192;
const BATCH_MAX = 512;
const SEND_EVERY_MS = 1_000;
/** For one batch with all its tries. One batch is sent at a time. */
const SEND_TIMEOUT_MS = 5_000;
/** A process that stops has to be gone after five seconds, and its work comes first. */
const LAST_FLUSH_MS = 1_000;

const KIND = { producer: SpanKind.PRODUCER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT } as const;
const SCOPE = { name: 'hundi' };

/**
 * Hands finished spans to the queue of the SDK. None is ever open: a span is recorded when its step is done, so that one that
 * a crash cut off leaves nothing behind.
 */
export class OtlpTraces implements Traces {
  private readonly sampler: TraceIdRatioBasedSampler;
  private readonly spans: BatchSpanProcessor;

  /** @param parts.share 0 to 1. */
  constructor({ endpoint, share, logger }: { endpoint: string; share: number; logger: Logger }) {
    this.sampler = new TraceIdRatioBasedSampler(share);
    const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
    const exporter = complainingOnce(new OTLPTraceExporter({ url, timeoutMillis: SEND_TIMEOUT_MS }), logger);
    this.spans = new BatchSpanProcessor({
      exporter,
      maxQueueSize: QUEUE_MAX,
      maxExportBatchSize: BATCH_MAX,
      scheduledDelayMillis: SEND_EVERY_MS,
      exportTimeoutMillis: SEND_TIMEOUT_MS,
    });
  }

  of(service: string): Tracing {
    const resource = resourceFromAttributes({ 'service.namespace': 'hundi', 'service.name': service });
    return { record: (span) => this.record(span, resource) };
  }

  async stop(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, LAST_FLUSH_MS)));
    // What cannot be sent has been complained about.
    await Promise.race([this.spans.shutdown().catch(() => undefined), late]);
    clearTimeout(timer);
  }

  private record(span: EventSpan, resource: ReadableSpan['resource']): void {
    const traceId = traceIdOf(span.eventId);
    if (this.sampler.shouldSample(ROOT_CONTEXT, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED) {
      this.spans.onEnd(readable(span, traceId, resource));
    }
  }
}

function readable(span: EventSpan, traceId: string, resource: ReadableSpan['resource']): ReadableSpan {
  const { eventId, step, after, failure } = span;
  const context: SpanContext = { traceId, spanId: spanIdOf(eventId, step), traceFlags: TraceFlags.SAMPLED };
  const parent = after === undefined ? undefined : { ...context, spanId: spanIdOf(eventId, after), isRemote: true };
  return {
    name: span.name,
    kind: KIND[span.kind],
    spanContext: () => context,
    ...(parent && { parentSpanContext: parent }),
    startTime: toHrTime(span.startedAtMs),
    endTime: toHrTime(span.endedAtMs),
    duration: toHrTime(span.endedAtMs - span.startedAtMs),
    status: { code: failure === undefined ? SpanStatusCode.UNSET : SpanStatusCode.ERROR },
    attributes: failure === undefined ? span.attributes : { ...span.attributes, 'error.type': failure },
    links: [],
    events: [],
    ended: true,
    resource,
    instrumentationScope: SCOPE,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

/** Seconds, and nanoseconds on top. A microsecond is as fine as a number of milliseconds since 1970 can tell. */
function toHrTime(durationMs: number): HrTime {
  const microseconds = Math.round(durationMs * 1_000);
  return [Math.floor(microseconds / 1_000_000), (microseconds % 1_000_000) * 1_000];
}

/** An unavailable collector is logged once, and once when it is back: not with every batch. */
function complainingOnce(exporter: OTLPTraceExporter, logger: Logger): SpanExporter {
  let isAway = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const isRefused = result.error !== undefined;
        if (isRefused && !isAway) logger.warn({ error: String(result.error) }, 'trace export failed, dropping spans');
        if (!isRefused && isAway) logger.info('trace export restored');
        isAway = isRefused;
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
