import { TransientError } from '#contracts';

/** The queue of the writer is full: nothing was done with the command. Slow the source down. */
export class WriterOverloadedError extends TransientError {
  override readonly name = 'WriterOverloadedError';
}

/**
 * The writer cannot serve the command now: its connection is gone or the partition is not ours. The command may have been
 * stored; bringing it again is safe and answers the same.
 */
export class WriterUnavailableError extends TransientError {
  override readonly name = 'WriterUnavailableError';
}

/** Another process does this task, or may by now: nothing may be begun for it here. It is looked at again after a pause. */
export class TaskTakenError extends Error {
  override readonly name = 'TaskTakenError';
}

/** Another process held partitions until the deadline. */
export class PartitionsTakenError extends Error {
  override readonly name = 'PartitionsTakenError';
}

/** The bus takes no message as large as an event of the log. The relay of its shard stands still before it. */
export class OversizedEventError extends Error {
  override readonly name = 'OversizedEventError';
}

/** The log of a shard has a hole between the cursor and the next event. The relay of that shard stands still. */
export class PositionGapError extends Error {
  override readonly name = 'PositionGapError';
  constructor(
    readonly shard: number,
    readonly expected: bigint,
    readonly found: bigint,
  ) {
    super(`shard ${shard}: expected position ${expected}, found ${found}`);
  }
}

/** A service has no view of that name. */
export class UnknownViewError extends Error {
  override readonly name = 'UnknownViewError';
  constructor(
    readonly schema: string,
    readonly known: readonly string[],
  ) {
    super(`${schema} has these views: ${known.join(', ')}`);
  }
}

/** Another run rebuilds or compares the view. */
export class ViewBusyError extends Error {
  override readonly name = 'ViewBusyError';

  /** @param holder session of Postgres that holds the lock of the view; undefined when it ended meanwhile. */
  constructor(view: string, holder: { pid: number; since: Date } | undefined) {
    const session = holder && ` since ${holder.since.toISOString()} (session ${holder.pid} of Postgres)`;
    super(`Another run has been rebuilding or comparing ${view}${session ?? ''}. Wait for its end`);
  }
}

/** Postgres was restored or promoted: what is known of positions may be of a log that is gone. */
export class LogEpochChangedError extends Error {
  override readonly name = 'LogEpochChangedError';

  constructor() {
    super('the log has begun another epoch');
  }
}

/** An event is not what was written: a flipped bit, or a change by hand. It is not used (docs/how-to/look-into-trouble.md). */
export class AlteredEventError extends Error {
  override readonly name = 'AlteredEventError';

  constructor({ shard, position, event_id: eventId }: { shard: number; position: string; event_id: string }) {
    super(`shard ${shard}, position ${position}, event ${eventId}: the row is not what was written`);
  }
}
