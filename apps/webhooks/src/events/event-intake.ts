import { EVENT_TOPIC, type Clock, type EventMessage } from '#contracts';
import type { Logger, Metrics, PublishedEvents, Tracing } from '#service';
import { traceTaken } from '../event-spans';
import type { FanOut, Taken } from '../views/fan-out';
import type { FeedNews } from './feed-news';
import { LostTails } from './lost-tails';
import { MissingEvents } from './missing-events';

/** Something before this message is missing, and its service could not help. The shard waits (docs/reference/services/webhooks.md). */
export class EventGapError extends Error {
  override readonly name = 'EventGapError';
  /** The messages are brought again: as soon as the hole can be filled, the shard goes on by itself. */
  readonly transient = true;

  constructor(topic: string, gap: EventMessage, mark: bigint) {
    super(`${topic} shard ${gap.shard}: position ${gap.position} follows ${gap.prev}, but the last one taken is ${mark}`);
  }
}

/** Messages in one transaction (spec/webhooks.md 5). */
export const BATCH_MAX = 500;

export interface IntakeParts {
  fanOut: FanOut;
  news: FeedNews;
  /** Who publishes, by topic: asked for what did not arrive. */
  owners: Readonly<Record<string, PublishedEvents>>;
  /** Messages of a topic that wait to be taken. */
  lagOf: (topic: string) => number;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  /** Undefined where nobody wants traces. */
  tracing?: Tracing | undefined;
  /** What carries the messages. */
  system: string;
}

/** Takes the public events of every service, each once and in order of its shard, into the feed and to the endpoints. */
export class EventIntake {
  private readonly seen;
  private readonly missing: MissingEvents;
  /** What is missing where nothing follows. */
  readonly tails: LostTails;
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
    this.queued = metrics.counter({ name: 'hundi_webhooks_deliveries_queued_total', help: 'Deliveries queued for events.', labels });
    this.seconds = metrics.histogram({ name: 'hundi_webhooks_fanout_seconds', help: 'Time to take one batch of events.', labels });
    const take = async (topic: string, messages: readonly EventMessage[]): Promise<bigint> => (await this.record(topic, messages)).mark;
    this.missing = new MissingEvents({ ...parts, take });
    this.tails = new LostTails({ ...parts, take, marks: (topic) => parts.fanOut.storedMarks(topic), missing: this.missing });
  }

  /**
   * @throws EventGapError a hole that could not be filled: nothing from it on was taken.
   * @throws DatabaseAwayError nothing from the batch that met it on was taken.
   */
  async take(topic: string, messages: readonly EventMessage[]): Promise<void> {
    for (let from = 0; from < messages.length; from += BATCH_MAX) await this.takeBatch(topic, messages.slice(from, from + BATCH_MAX));
  }

  private async takeBatch(topic: string, messages: readonly EventMessage[]): Promise<void> {
    const { gapAt, mark } = await this.record(topic, messages);
    if (gapAt !== null) {
      if (!(await this.missing.fill({ topic, gapAt, mark }))) throw new EventGapError(topic, gapAt, mark);
      // It goes further now; behind the same message or a later one there may be another hole.
      return this.takeBatch(topic, messages);
    }
    const [first] = messages;
    if (first) this.missing.noteProgress(topic, first.shard);
  }

  private async record(topic: string, messages: readonly EventMessage[]): Promise<Taken> {
    const { clock, tracing, system } = this.parts;
    const startedAtMs = clock.nowMs();
    const endTimer = this.seconds.startTimer({ topic });
    const taken = await this.parts.fanOut.take(topic, messages);
    endTimer();
    if (tracing) traceTaken(tracing, taken.events, { topic, system, startedAtMs, clock });
    this.parts.news.spread(taken.events);
    this.note(topic, taken);
    return taken;
  }

  private note(topic: string, { fresh, malformed, queued }: Taken): void {
    this.seen.inc({ topic }, fresh.length);
    this.queued.inc({ topic }, queued);
    const last = fresh.at(-1);
    if (last) this.lag.set({ topic }, Math.max(0, this.parts.clock.nowMs() - Date.parse(last.cloudEvent.time)) / 1_000);
    for (const { shard, position, key } of malformed) {
      this.malformed.inc({ topic });
      this.parts.logger.error({ topic, shard, position: position.toString(), key }, 'a message that is no public event was passed over');
    }
  }
}
