import { TransientError, type Clock, type EventMessage } from '#contracts';
import type { Mark } from '#event-store';
import type { Logger } from '../log/logger';
import type { IntakeMeasures } from './intake-measures';

/** One line for each shard in this time: its messages are brought again every second. */
const SAY_EVERY_MS = 60_000;

/** A log gives positions again that were applied with other events. The shard waits until an operator sets the mark to the start of the epoch. */
class LogRestoredError extends TransientError {
  override readonly name = 'LogRestoredError';

  constructor(topic: string, shard: number) {
    super(`${topic} shard ${shard}: its log was restored to a moment before what was applied here`);
  }
}

export interface RestoredLogsParts {
  consumer: string;
  measures: Pick<IntakeMeasures, 'restored'>;
  clock: Clock;
  logger: Logger;
}

/** Shards whose log lacks what was applied: going on in silence would drop new events as seen before. */
export class RestoredLogs {
  /** When each was last reported, by topic and shard; monotonic milliseconds. */
  private readonly reportedAtMs = new Map<string, number>();

  constructor(private readonly parts: RestoredLogsParts) {}

  /** @returns what to throw. */
  alarm(topic: string, { shard, position, epoch }: EventMessage, mark: Mark): LogRestoredError {
    const name = `${topic}/${shard}`;
    const { clock, logger, consumer, measures } = this.parts;
    const nowMs = clock.monotonicMs();
    const isDue = nowMs - (this.reportedAtMs.get(name) ?? -SAY_EVERY_MS) >= SAY_EVERY_MS;
    if (isDue) {
      this.reportedAtMs.set(name, nowMs);
      const lost = { mark: String(mark.position), epoch: String(mark.epoch) };
      const found = { position: String(position), newEpoch: String(epoch?.id), newEpochStart: String(epoch?.start) };
      logger.error(
        { consumer, topic, shard, ...lost, ...found },
        `the log was restored to a moment before what was applied: the shard waits. Run "npm run log-epoch -- accept ${consumer} ${topic}"`,
      );
    }
    measures.restored(this.reportedAtMs.size);
    return new LogRestoredError(topic, shard);
  }

  /** The shard goes on. */
  noteProgress(topic: string, shard: number): void {
    if (this.reportedAtMs.delete(`${topic}/${shard}`)) this.parts.measures.restored(this.reportedAtMs.size);
  }
}
