import type { AggregateDefinition, Snapshot } from '#event-store';

interface DraftedEvent {
  streamId: string;
  event: { type: string; data: unknown };
  before: Snapshot | null;
  after: Snapshot;
}

/** What a command would change, until it is kept. */
export class DraftedStreams {
  readonly events: DraftedEvent[] = [];
  private readonly changed = new Map<string, Snapshot>();

  constructor(
    private readonly stored: ReadonlyMap<string, Snapshot>,
    private readonly livemode: boolean,
  ) {}

  find(streamId: string): Snapshot | null {
    return this.changed.get(streamId) ?? this.stored.get(streamId) ?? null;
  }

  append(aggregate: AggregateDefinition, streamId: string, event: { type: string; data: unknown }, nowMs: number): void {
    const before = this.find(streamId);
    const { isPublic } = aggregate.eventTypes[event.type] as { isPublic: boolean };
    // As the store does: what is folded is what was written.
    const written = JSON.parse(JSON.stringify(event)) as typeof event;
    const owner = { streamId, accountId: 'acct_0QvAb12c07ABCDEFGHIJKLMN', livemode: this.livemode };
    const { version, sequence, ...was } = before?.head ?? { ...owner, version: 0, sequence: 0, createdAtMs: nowMs, updatedAtMs: nowMs };
    const reported = isPublic ? { sequence: sequence + 1, updatedAtMs: nowMs } : { sequence };
    const head = { ...was, version: version + 1, ...reported };
    const after: Snapshot = { head, state: aggregate.evolve(before?.state ?? aggregate.initialState, written) as unknown };
    this.changed.set(streamId, after);
    this.events.push({ streamId, event: written, before, after });
  }
}
