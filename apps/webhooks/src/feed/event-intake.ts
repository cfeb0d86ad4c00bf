import { EVENT_TOPIC, type Clock, type EventMessage } from '#contracts';
import { OrderedIntake, fanOutMeasures, type Logger, type Metrics, type PublishedEvents, type Tracing } from '#service';
import { traceTaken } from './event-spans';
import type { FanOut, Taken } from './fan-out';
import type { FeedSubscribers } from './feed-subscribers';

export interface IntakeParts {
  /** The stable name under which the marks are kept. */
  consumer: string;
  fanOut: FanOut;
  subscribers: FeedSubscribers;
  /** Who publishes, by topic: asked for what did not arrive. */
  owners: Readonly<Record<string, PublishedEvents>>;
  /** Messages of a topic that wait to be taken. */
  lagOf: (topic: string) => number;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  /** Undefined when traces are off. */
  tracing?: Tracing | undefined;
  /** What carries the messages. */
  system: string;
}

/** Takes the public events of every service, each once and in order of its shard, into the feed and to the endpoints. */
export class EventIntake {
  private readonly seen;
  private readonly ordered: OrderedIntake;
  private readonly lag;
  private readonly malformed;
  private readonly queued;
  private readonly seconds;

  constructor(private readonly parts: IntakeParts) {
    const { metrics } = parts;
    const labels = ['topic'];
    this.seen = metrics.counter({ name: 'hundi_webhooks_events_seen_total', help: 'Events taken for the first time.', labels });
    this.malformed = metrics.counter({
      name: 'hundi_webhooks_events_malformed_total',
      help: 'Messages that were passed over because they are no public events.',
      labels,
    });
    this.lag = metrics.gauge({ name: 'hundi_webhooks_event_lag_seconds', help: 'Age of the last event when it was taken.', labels });
    metrics.gauge({
      name: 'hundi_webhooks_fanout_lag_messages',
      help: 'Messages that are published and not taken yet.',
      labels,
      collect: (gauge) => Object.values(EVENT_TOPIC).forEach((topic) => gauge.set({ topic }, parts.lagOf(topic))),
    });
    // Without a topic: events of several topics share a commit, and its deliveries are counted together.
    this.queued = metrics.counter({ name: 'hundi_webhooks_deliveries_queued_total', help: 'Deliveries queued for events.' });
    this.seconds = metrics.histogram({ name: 'hundi_webhooks_fanout_seconds', help: 'Time to take one batch of events.', labels });
    this.ordered = new OrderedIntake({
      ...parts,
      measures: fanOutMeasures(metrics),
      record: (topic, messages) => this.record(topic, messages),
      marks: (topic) => parts.fanOut.storedMarks(topic),
    });
  }

  /**
   * @throws EventGapError and LogRestoredError as OrderedIntake.
   * @throws Error of the fan-out; nothing from the batch that met it on was taken.
   */
  take(topic: string, messages: readonly EventMessage[]): Promise<void> {
    return this.ordered.take(topic, messages);
  }

  /** What is missing where nothing follows. */
  get tails(): OrderedIntake['tails'] {
    return this.ordered.tails;
  }

  private async record(topic: string, messages: readonly EventMessage[]): Promise<Taken> {
    const { clock, tracing, system } = this.parts;
    const startedAtMs = clock.nowMs();
    const endTimer = this.seconds.startTimer({ topic });
    const taken = await this.parts.fanOut.take(topic, messages);
    endTimer();
    if (tracing) traceTaken(tracing, taken.events, { topic, system, startedAtMs, clock });
    this.parts.subscribers.spread(taken.events);
    this.note(topic, taken);
    return taken;
  }

  private note(topic: string, { fresh, malformed, queued }: Taken): void {
    this.seen.inc({ topic }, fresh.length);
    this.queued.inc(queued);
    const last = fresh.at(-1);
    if (last) this.lag.set({ topic }, Math.max(0, this.parts.clock.nowMs() - Date.parse(last.cloudEvent.time)) / 1_000);
    for (const { shard, position, key } of malformed) {
      this.malformed.inc({ topic });
      this.parts.logger.error({ topic, shard, position: position.toString(), key }, 'message skipped: not a public event');
    }
  }
}
