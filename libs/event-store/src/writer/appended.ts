import type { Command, EventClock, EventMeta } from '#contracts';
import type { ProjectedEvent } from '../projection/projection';
import type { Verdict } from './append';
import type { DecidedEvent } from './decide';
import type { DecidedGroup } from './group';
import type { RoutedCommand } from './pending';
import type { Workspace } from './workspace';

/** The events of a batch that were stored just now, by shard and in the order of their positions. */
export function appendedEvents({ groups }: Workspace, verdicts: readonly Verdict[]): Map<number, ProjectedEvent[]> {
  const appended = new Map<number, ProjectedEvent[]>();
  for (const [index, group] of groups.entries()) {
    const verdict = verdicts[index];
    if (verdict?.kind !== 'new' || verdict.position === null) continue;
    const { shard } = group.pending;
    const events = appended.get(shard) ?? [];
    appendGroup(group, BigInt(verdict.position), events);
    appended.set(shard, events);
  }
  return appended;
}

/** Positions are dense, and a command's events stand together with those of its follow-ups: the last one tells all. */
function appendGroup({ pending, members }: DecidedGroup, last: bigint, events: ProjectedEvent[]): void {
  let position = last - BigInt(members.reduce((sum, member) => sum + member.events.length, 0));
  for (const { routed, events: decided } of members) {
    for (const event of decided) events.push(asProjected(routed, event, ++position, pending.command));
  }
}

/**
 * What reading the row back from this position would give.
 *
 * @param request the command that was sent: the events of its follow-ups name its request, too.
 */
export function asProjected(
  { shard, command }: RoutedCommand,
  { stored, data, sequence, before, after, clock }: DecidedEvent,
  position: bigint,
  request: Command,
): ProjectedEvent {
  const { streamId, accountId, livemode, commandId, correlationId, causationId } = command;
  const { version, type, schemaVersion, eventId, occurredAtMs } = stored;
  const meta = metaOf(request, sequence, clock);
  const identity = { shard, position, streamId, version, type, schemaVersion, accountId, livemode };
  return { event: { ...identity, eventId, commandId, correlationId, causationId, occurredAtMs, data, meta }, before, after };
}

function metaOf({ actor, requestId, idempotency }: Command, sequence: number | null, clock: EventClock | undefined): EventMeta {
  return { actor, requestId, idempotencyKey: idempotency?.key ?? null, ...(clock !== undefined && { clock }), sequence };
}
