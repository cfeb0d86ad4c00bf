import { FakeServer, type FakeReply, type FakeRequest } from '../fake-server';

/** A span as a collector understands it. */
export interface CollectedSpan {
  service: string;
  traceId: string;
  spanId: string;
  /** Empty for the first of a trace. */
  parentSpanId: string;
  name: string;
  /** By the numbers of OTLP: 3 client, 4 producer, 5 consumer. */
  kind: number;
  startedAtMs: number;
  endedAtMs: number;
  hasFailed: boolean;
  attributes: Record<string, unknown>;
}

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number; boolValue?: boolean; doubleValue?: number };
}

interface WireSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  status: { code: number };
}

interface ResourceSpans {
  resource: { attributes: Attribute[] };
  scopeSpans: { spans: WireSpan[] }[];
}

const FAILED = 2;
const NANOSECONDS = 1e6;

/** A collector of traces: takes OTLP over HTTP as JSON, as the specification of OpenTelemetry writes it. */
export class TraceCollector extends FakeServer {
  /** Everything that has come, in the order in which it came. */
  get spans(): CollectedSpan[] {
    const traces = this.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/traces');
    return traces.flatMap(({ body }) => (body.resourceSpans as ResourceSpans[]).flatMap(spansOf));
  }

  protected answer(_request: FakeRequest): FakeReply {
    return { status: 200, body: {} };
  }

  protected refusal(status: 401 | 429 | 502): FakeReply {
    return { status, body: {} };
  }
}

function spansOf({ resource, scopeSpans }: ResourceSpans): CollectedSpan[] {
  const service = String(attributesOf(resource.attributes)['service.name']);
  return scopeSpans.flatMap(({ spans }) =>
    spans.map(({ startTimeUnixNano, endTimeUnixNano, attributes, status, parentSpanId = '', ...span }) => ({
      service,
      traceId: span.traceId,
      spanId: span.spanId,
      parentSpanId,
      name: span.name,
      kind: span.kind,
      startedAtMs: Number(startTimeUnixNano) / NANOSECONDS,
      endedAtMs: Number(endTimeUnixNano) / NANOSECONDS,
      hasFailed: status.code === FAILED,
      attributes: attributesOf(attributes),
    })),
  );
}

function attributesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
