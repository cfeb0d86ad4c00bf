import type { AggregateDefinition, HandlingContext, Snapshot, StreamClock } from '../aggregate';
import type { AggregateRegistry } from '../registry';
import type { RoutedCommand } from './pending';

/** By which time a command is decided: that of a test clock, or real time. */
export interface StreamTime {
  nowMs: number;
  clockId?: string;
  /** The clock is on its way to another time. */
  isAdvancing: boolean;
}

/** What the time of a stream follows from. */
export interface TimeParts extends Pick<HandlingContext, 'related'> {
  registry: AggregateRegistry;
  realNowMs: number;
  /** The test clock of the stream whose follow-up this is; undefined for none. */
  inherited: string | undefined;
}

/** The time of the stream that a command is for. @param before null where the command begins it. */
export function timeOf(routed: RoutedCommand, before: Snapshot | null, parts: TimeParts): StreamTime {
  const clockId = before === null ? clockOfNew(routed, parts) : before.head.clockId;
  const found = clockId === undefined ? undefined : clockTimeOf(clockId, parts);
  // Of another account's stream the clock is not to be seen, and the command is refused.
  return found ?? { nowMs: parts.realNowMs, isAdvancing: false };
}

function clockTimeOf(clockId: string, { registry, related }: TimeParts): StreamTime | undefined {
  const clock: StreamClock<unknown> | undefined = registry.findByStreamId(clockId)?.clock;
  const found = related(clockId);
  if (clock === undefined || found === null) return undefined;
  const nowMs = clock.nowMs(found.state);
  return nowMs === null ? undefined : { nowMs, clockId, isAdvancing: clock.isAdvancing(found.state) };
}

/** A new stream belongs to the clock of what caused it, or else of the first stream that it is for. */
function clockOfNew({ aggregate, command }: RoutedCommand, { registry, related, inherited }: TimeParts): string | undefined {
  if (!registry.hasClock || !isInTime(aggregate)) return undefined;
  if (inherited !== undefined) return inherited;
  for (const streamId of aggregate.relatedStreams?.(command) ?? []) {
    const found = related(streamId);
    const clockId = found === null ? undefined : clockFrom(found, registry);
    if (clockId !== undefined) return clockId;
  }
  return undefined;
}

/** A clock itself, or that of a stream on one. */
function clockFrom({ head }: Snapshot, registry: AggregateRegistry): string | undefined {
  return registry.findByStreamId(head.streamId)?.clock === undefined ? head.clockId : head.streamId;
}

/** Without a timer, a task and public events there is nothing that could be early or late: such streams are shared by all clocks. */
function isInTime({ timer, taskOf, publish }: AggregateDefinition): boolean {
  return timer !== undefined || taskOf !== undefined || publish !== undefined;
}
