import type { Clock, EventMessage } from '#contracts';
import type { Logger, Metrics } from '#service';
import type { EventPositions } from '../views/event-positions';

/** Something before this message is missing. The shard waits until somebody has looked (docs/explanation). */
export class EventGapError extends Error {
  override readonly name = 'EventGapError';
  /** The messages are brought again: as soon as the hole is filled, the shard goes on by itself. */
  readonly transient = true;

  constructor(topic: string, gap: EventMessage, mark: bigint) {
    super(`${topic} shard ${gap.shard}: position ${gap.position} follows ${gap.prev}, but the last one taken is ${mark}`);
  }
}

/** Takes the public events of the other services, each once and in order of its shard. */
export class EventIntake {
  private readonly seen;
  private readonly gaps;
  private readonly lag;

  constructor(
    private readonly positions: EventPositions,
    private readonly deps: { clock: Clock; logger: Logger; metrics: Metrics },
  ) {
    const { metrics } = deps;
    const labels = ['topic'];
    this.seen = metrics.counter({ name: 'hundi_webhooks_events_seen_total', help: 'Events taken for the first time.', labels });
    this.gaps = metrics.counter({
      name: 'hundi_webhooks_event_gaps_total',
      help: 'Batches that came after a hole. Page somebody.',
      labels,
    });
    this.lag = metrics.gauge({ name: 'hundi_webhooks_event_lag_seconds', help: 'Age of the last event when it was taken.', labels });
  }

  /**
   * @throws EventGapError a hole: nothing from it on was taken.
   * @throws DatabaseAwayError nothing was taken.
   */
  async take(topic: string, messages: readonly EventMessage[]): Promise<void> {
    const { fresh, mark, gapAt } = await this.positions.advance(topic, messages);
    this.seen.inc({ topic }, fresh.length);
    const last = fresh.at(-1);
    if (last) this.lag.set({ topic }, Math.max(0, this.deps.clock.nowMs() - Date.parse(last.cloudEvent.time)) / 1_000);
    if (gapAt === null) return;
    this.gaps.inc({ topic });
    this.deps.logger.error(
      { topic, shard: gapAt.shard, position: gapAt.position.toString(), mark: mark.toString() },
      'events are missing: the shard waits',
    );
    throw new EventGapError(topic, gapAt, mark);
  }
}
