import { COMMAND_LIFETIME_MS } from '#contracts';
import type { KafkaContext } from '../kafka-options';
import type { LogRange, TopicAdmin } from '../topic-admin';

/** Older commands are past their deadline, also where two clocks differ by as much again. */
const READ_BACK_MS = 2 * COMMAND_LIFETIME_MS;

export interface StartOffsetsParts {
  admin: Pick<TopicAdmin, 'logRanges' | 'offsetsSince'>;
  context: Pick<KafkaContext, 'clock' | 'limits' | 'logger'>;
  topic: string;
}

/**
 * Where reading begins in partitions just taken: at the position that was found, and where there is none, or none in this
 * log, at the commands of the last minute. Reading a whole day again would answer every one of them anew.
 *
 * @param taken position of each partition, null when nothing is known.
 */
export async function startOffsets(taken: ReadonlyMap<number, bigint | null>, parts: StartOffsetsParts): Promise<Map<number, bigint>> {
  const { admin, context, topic } = parts;
  // Not longer: locks are held, and while this waits nothing is given back to those who may reach the broker.
  const limitMs = context.limits.ownershipAwayMs;
  const positions = [...taken];
  const ranges = await admin.logRanges(topic, limitMs);
  const lost = positions.filter(([partition, position]) => !isIn(ranges.get(partition), position));
  if (lost.length === 0) return new Map(positions as [number, bigint][]);
  const since = await admin.offsetsSince(topic, context.clock.nowMs() - READ_BACK_MS, limitMs);
  const starts = new Map<number, bigint>();
  for (const [partition, position] of positions) {
    const range = ranges.get(partition);
    const start = isIn(range, position) ? position! : (since.get(partition) ?? range?.low ?? 0n);
    starts.set(partition, start);
    if (position !== null && start !== position) warn(parts, { partition, position: String(position), start: String(start) });
  }
  return starts;
}

function isIn(range: LogRange | undefined, position: bigint | null): boolean {
  const { low, high } = range ?? { low: 0n, high: 0n };
  return position !== null && position >= low && position <= high;
}

function warn({ context, topic }: StartOffsetsParts, fields: { partition: number; position: string; start: string }): void {
  context.logger.error({ topic, ...fields }, 'position outside the log, reading the commands of the last minute');
}
