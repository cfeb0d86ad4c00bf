import type { Snapshot } from '../aggregate';
import type { AppendBatch, AppendCommand, AppendEvent, AppendPosition, AppendStream } from './append';
import type { Decided } from './decide';
import type { PendingCommand } from './pending';

/** A stream while a batch is being decided: later commands see what earlier ones did to it. */
interface WorkingStream {
  index: number;
  pending: PendingCommand;
  base: number;
  current: Snapshot | null;
  lastCommand: number;
}

/** The batch under way: states in memory, and what will be written. */
export class Workspace {
  readonly decided: Decided[] = [];
  bytes = 0;
  private readonly streams = new Map<string, WorkingStream>();
  private readonly streamOf: number[] = [];

  /** Put a stream into the batch as it is stored; null when it does not exist. */
  open(pending: PendingCommand, stored: Snapshot | null): void {
    const { streamId } = pending.command;
    if (this.streams.has(streamId)) return;
    this.streams.set(streamId, { index: this.streams.size, pending, base: stored?.head.version ?? 0, current: stored, lastCommand: 0 });
  }

  isOpen(streamId: string): boolean {
    return this.streams.has(streamId);
  }

  current(streamId: string): Snapshot | null {
    return this.streams.get(streamId)?.current ?? null;
  }

  add(decided: Decided): void {
    const stream = this.streams.get(decided.pending.command.streamId);
    if (!stream) throw new Error('decided on a stream that was not opened');
    if (decided.events.length > 0) stream.lastCommand = this.decided.length;
    stream.current = decided.after;
    this.streamOf.push(stream.index);
    this.decided.push(decided);
    this.bytes += decided.bytes;
  }

  /** Everything as the append takes it. */
  toAppend(consumer: string, positions: readonly AppendPosition[]): AppendBatch {
    const events: AppendEvent[] = [];
    const commands = this.decided.map((decided, command) => {
      for (const event of decided.events) events.push({ command, ...event });
      return toAppendCommand(decided, this.streamOf[command] ?? 0);
    });
    return { commands, events, streams: [...this.streams.values()].map(toAppendStream), consumer, positions };
  }
}

function toAppendCommand({ pending, status, body, refusal, events }: Decided, stream: number): AppendCommand {
  const { command, shard, idempotencyId } = pending;
  return {
    shard,
    stream,
    commandId: command.commandId,
    operation: command.type,
    idempotencyId,
    idempotencyKey: command.idempotency?.key ?? null,
    fingerprint: command.idempotency?.fingerprint ?? null,
    status,
    response: body,
    refusal,
    eventCount: events.length,
    correlationId: command.correlationId,
    causationId: command.causationId,
  };
}

type StreamState = Pick<AppendStream, 'version' | 'sequence' | 'status' | 'state' | 'createdAtMs' | 'updatedAtMs' | 'wakeAtMs'>;

/** A stream that was only looked at: the append compares its version and writes nothing. */
const UNCHANGED = { status: '', state: '', createdAtMs: 0, updatedAtMs: 0, wakeAtMs: null };

function toAppendStream({ pending, base, current, lastCommand }: WorkingStream): AppendStream {
  const { aggregate, command, shard } = pending;
  const { accountId, livemode } = current?.head ?? command;
  const { streamType, stateSchema } = aggregate;
  const written = current && current.head.version > base ? changedState(pending, current) : { ...UNCHANGED, version: base, sequence: 0 };
  return { shard, streamId: command.streamId, streamType, accountId, livemode, base, stateSchema, lastCommand, ...written };
}

function changedState({ aggregate }: PendingCommand, { head, state }: Snapshot): StreamState {
  const { version, sequence, createdAtMs, updatedAtMs } = head;
  const wakeAtMs = aggregate.wakeAtMs(state);
  const status = aggregate.statusOf(state);
  return {
    version,
    sequence,
    createdAtMs,
    updatedAtMs,
    status,
    state: JSON.stringify(state),
    wakeAtMs: wakeAtMs === null ? null : Math.ceil(wakeAtMs),
  };
}
