import type { EventMessage } from '#contracts';

/** The messages of each shard, in the order they came. */
export function groupByShard(messages: readonly EventMessage[]): Map<number, EventMessage[]> {
  const groups = new Map<number, EventMessage[]>();
  for (const message of messages) {
    const group = groups.get(message.shard);
    if (group === undefined) groups.set(message.shard, [message]);
    else group.push(message);
  }
  return groups;
}
