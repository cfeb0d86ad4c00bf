import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** How often the lag of the event loop is measured, which wakes the process; `nodejs_eventloop_lag_mean_seconds` and its like count from there. */
const LAG_EVERY_MS = 200;

/** Seconds. From half a millisecond, where an embedded append lives, to the gateway's longest wait. */
const LATENCY_BUCKETS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * They ask Node for the object of every handle and request, and Node ends the process when one of these has been collected already
 * (`AsyncWrap::GetOwner`, assertion `!obj.IsEmpty()`): a scrape must end no process. `nodejs_active_resources` says the same.
 */
const UNSAFE_METRICS = ['nodejs_active_handles', 'nodejs_active_handles_total', 'nodejs_active_requests', 'nodejs_active_requests_total'];

/** How a metric is named and read. Labels are bounded: never an id, never a path with an id in it. */
export interface MetricOptions {
  /** `hundi_…`, with the unit last (`_seconds`, `_bytes`, `_total`). */
  name: string;
  help: string;
  labels?: readonly string[];
  /** Upper bounds of a histogram. Default: latency in seconds. */
  buckets?: readonly number[];
  /** Gauges only: called at every scrape to set the present value. */
  collect?: (gauge: Gauge) => void | Promise<void>;
}

/** One HTTP request as it ended. */
export interface HttpObservation {
  method: string;
  /** The route's pattern, for example `/v1/payments/{id}`, or `unknown`. */
  route: string;
  status: number;
  seconds: number;
}

/**
 * The metrics of one process, in Prometheus form. Asking for a metric that exists gives the same one back, because in
 * the embedded mode four apps share the process.
 */
export class Metrics {
  readonly registry = new Registry();
  private readonly httpDuration: Histogram;

  constructor() {
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: LAG_EVERY_MS });
    for (const name of UNSAFE_METRICS) this.registry.removeSingleMetric(name);
    this.httpDuration = this.histogram({
      name: 'hundi_http_request_duration_seconds',
      help: 'Time from the first byte of a request to the end of its answer.',
      labels: ['method', 'route', 'status'],
    });
  }

  counter(options: MetricOptions): Counter {
    return this.once(
      options.name,
      () => new Counter({ name: options.name, help: options.help, labelNames: labelsOf(options), registers: [this.registry] }),
    );
  }

  gauge(options: MetricOptions): Gauge {
    return this.once(options.name, () => {
      const { collect } = options;
      return new Gauge({
        name: options.name,
        help: options.help,
        labelNames: labelsOf(options),
        registers: [this.registry],
        ...(collect && {
          collect(this: Gauge) {
            return collect(this);
          },
        }),
      });
    });
  }

  histogram(options: MetricOptions): Histogram {
    return this.once(options.name, () => {
      const buckets = [...(options.buckets ?? LATENCY_BUCKETS_SECONDS)];
      return new Histogram({ name: options.name, help: options.help, labelNames: labelsOf(options), buckets, registers: [this.registry] });
    });
  }

  /** Records one finished HTTP request. */
  observeHttp(request: HttpObservation): void {
    this.httpDuration.observe({ method: request.method, route: request.route, status: String(request.status) }, request.seconds);
  }

  /** The exposition text for `/metrics`. */
  async expose(): Promise<{ contentType: string; text: string }> {
    return { contentType: this.registry.contentType, text: await this.registry.metrics() };
  }

  private once<TMetric>(name: string, create: () => TMetric): TMetric {
    return (this.registry.getSingleMetric(name) as TMetric | undefined) ?? create();
  }
}

function labelsOf(options: MetricOptions): string[] {
  return [...(options.labels ?? [])];
}
