import { describeFailure } from '../../failures';
import type { KafkaContext } from '../kafka-options';

/** A broker that starts beside us on a busy machine takes seconds over its first answers. */
const START_QUIET_MS = 10_000;

/**
 * What the log hears of rounds in which partitions could not be shared out. Each is repeated in a moment: before the first
 * that worked it is an ordinary start, unless it lasts. A process that has shared before reports the error at once.
 */
export class AssignmentError {
  private firstAtMs: number | undefined;
  private hasWorked = false;

  constructor(
    private readonly context: Pick<KafkaContext, 'clock' | 'logger'>,
    private readonly topic: string,
  ) {}

  over(): void {
    this.hasWorked = true;
  }

  received(error: unknown): void {
    const { clock, logger } = this.context;
    const nowMs = clock.monotonicMs();
    this.firstAtMs ??= nowMs;
    const isOrdinary = !this.hasWorked && nowMs - this.firstAtMs < START_QUIET_MS;
    logger[isOrdinary ? 'debug' : 'warn'](
      { topic: this.topic, reason: describeFailure(error) },
      'Command partitions could not be shared out',
    );
  }
}
