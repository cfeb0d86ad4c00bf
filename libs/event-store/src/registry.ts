import { ID_PREFIX, mayBeInShard } from '#contracts';
import type { AggregateDefinition } from './aggregate';

/** Finds the aggregate for a command, a stream type or a stream id. */
export class AggregateRegistry {
  private readonly byCommand = new Map<string, AggregateDefinition>();
  private readonly byStreamType = new Map<string, AggregateDefinition>();
  private readonly byPrefix = new Map<string, AggregateDefinition>();
  private readonly creations = new Set<string>();
  private readonly forBus = new Set<string>();
  /** Whether one of them is a test clock. */
  readonly hasClock: boolean;

  /** @throws Error when two aggregates claim the same command type, stream type or id prefix. */
  constructor(readonly aggregates: readonly AggregateDefinition[]) {
    this.hasClock = aggregates.some(({ clock }) => clock !== undefined);
    for (const aggregate of aggregates) {
      claim(this.byStreamType, aggregate.streamType, aggregate);
      claim(this.byPrefix, ID_PREFIX[aggregate.idKind], aggregate);
      for (const type of new Set([...aggregate.commandTypes, ...(aggregate.timer ? [aggregate.timer.commandType] : [])]))
        claim(this.byCommand, type, aggregate);
      for (const type of aggregate.creationTypes ?? []) this.creations.add(type);
      for (const type of aggregate.busCommandTypes ?? []) this.forBus.add(type);
    }
  }

  findByCommand(type: string): AggregateDefinition | undefined {
    return this.byCommand.get(type);
  }

  findByStreamType(streamType: string): AggregateDefinition | undefined {
    return this.byStreamType.get(streamType);
  }

  findByStreamId(streamId: string): AggregateDefinition | undefined {
    return this.byPrefix.get(streamId.slice(0, streamId.indexOf('_')));
  }

  /** The aggregate of an id that lives in this shard; undefined for any other text. */
  findInShard(streamId: string, shard: number): AggregateDefinition | undefined {
    const aggregate = this.findByStreamId(streamId);
    return aggregate && mayBeInShard(aggregate.idKind, streamId, shard) ? aggregate : undefined;
  }

  takesFromBus(commandType: string): boolean {
    return this.forBus.has(commandType);
  }

  beginsStream(commandType: string): boolean {
    return this.creations.has(commandType);
  }
}

function claim(map: Map<string, AggregateDefinition>, name: string, aggregate: AggregateDefinition): void {
  if (map.has(name)) throw new Error(`two aggregates claim ${name}`);
  map.set(name, aggregate);
}
