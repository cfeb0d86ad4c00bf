import type { AggregateRegistry } from '../registry';
import type { Verdict } from './append';
import { HotStreams } from './hot-streams';
import type { Query, StreamReader } from './load';
import type { PendingCommand, StreamAddress } from './pending';
import type { DecidedGroup } from './group';
import type { Workspace } from './workspace';

export interface StreamOpenerParts {
  registry: AggregateRegistry;
  reader: StreamReader;
  query: Query;
  hotStreamsMax: number;
  /** The epoch in which the partition of this shard is held; undefined when it is not. */
  epochOf: (shard: number) => number | undefined;
}

/** Brings streams into a batch: from memory, as new ones, or from the database in one round trip. */
export class StreamOpener {
  private readonly hot: HotStreams;

  constructor(private readonly parts: StreamOpenerParts) {
    this.hot = new HotStreams(parts.hotStreamsMax);
  }

  /** Those of the commands, and those that their aggregates expect to look at. */
  openFor(batch: readonly PendingCommand[], workspace: Workspace): Promise<void> | void {
    const wanted: StreamAddress[] = [];
    for (const pending of batch) {
      const { shard, aggregate, command, conflicts } = pending;
      // A guess that the stream is new is made once; after a conflict the database is asked.
      const begins = conflicts === 0 && this.parts.registry.beginsStream(command.type);
      wanted.push({ shard, aggregate, streamId: command.streamId, begins });
      if (aggregate.relatedStreams) wanted.push(...this.relatedTo(pending));
    }
    return this.open(wanted, workspace);
  }

  /** Resolves at once when nothing must be loaded. */
  open(wanted: readonly StreamAddress[], workspace: Workspace): Promise<void> | void {
    const missing = new Map<string, StreamAddress>();
    for (const stream of wanted) {
      const { streamId, shard, begins } = stream;
      if (workspace.isOpen(streamId)) continue;
      const hot = this.hot.find(streamId, this.parts.epochOf(shard) ?? -1);
      if (hot) workspace.open(stream, hot);
      else if (begins) workspace.open(stream, null);
      else missing.set(streamId, stream);
    }
    if (missing.size > 0) return this.load([...missing.values()], workspace);
  }

  /** After the append: what was stored is known; what rests on a stream that was not as we thought is forgotten. */
  learn(workspace: Workspace, verdicts: readonly Verdict[]): void {
    const doubtful = new Set<string>();
    for (const [index, group] of workspace.groups.entries()) {
      if (verdicts[index]?.kind !== 'new') for (const streamId of streamsOf(group)) doubtful.add(streamId);
    }
    for (const { streamId, shard, current, text } of workspace.newest()) {
      const epoch = this.parts.epochOf(shard);
      if (doubtful.has(streamId)) this.hot.forget(streamId);
      else if (current && epoch !== undefined) this.hot.keep(streamId, current, epoch, text);
    }
  }

  private async load(missing: readonly StreamAddress[], workspace: Workspace): Promise<void> {
    const stored = await this.parts.reader.load(this.parts.query, missing);
    for (const stream of missing) workspace.open(stream, stored.get(stream.streamId) ?? null);
  }

  /** A hint that throws is worth nothing; the decision will tell what is wrong. */
  private relatedTo({ aggregate, command, shard }: PendingCommand): StreamAddress[] {
    try {
      return (aggregate.relatedStreams?.(command) ?? []).flatMap((streamId) => {
        const related = this.parts.registry.findInShard(streamId, shard);
        return related ? [{ shard, streamId, aggregate: related, begins: false }] : [];
      });
    } catch {
      return [];
    }
  }
}

function streamsOf({ members, touched }: DecidedGroup): string[] {
  return [...members.map(({ routed }) => routed.command.streamId), ...touched];
}
