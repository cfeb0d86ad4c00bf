import type { AggregateDefinition, Snapshot } from '../aggregate';
import { wakeTimesOf } from '../tasks/wake-time';
import type { AppendAnswer, AppendBatch, AppendCommand, AppendEvent, AppendLink, AppendPosition, AppendStream } from './append';
import type { Decided } from './decide';
import type { DecidedGroup } from './group';
import type { OpenStream } from './pending';

/** A stream while a batch is being decided: later commands see what earlier ones did to it. */
interface WorkingStream extends OpenStream {
  index: number;
  base: number;
  current: Snapshot | null;
  lastCommand: number;
  /** The state as it was written, once it was. */
  text?: string;
}

/** The batch under way: states in memory, and what will be written. */
export class Workspace {
  readonly groups: DecidedGroup[] = [];
  /** Rough size in the append. */
  bytes = 0;
  commandCount = 0;
  eventCount = 0;
  private readonly streams = new Map<string, WorkingStream>();

  /** Put a stream into the batch as it is stored; null when it does not exist. */
  open({ shard, streamId, aggregate }: OpenStream, stored: Snapshot | null): void {
    if (this.streams.has(streamId)) return;
    const base = stored?.head.version ?? 0;
    this.streams.set(streamId, { shard, streamId, aggregate, index: this.streams.size, base, current: stored, lastCommand: 0 });
  }

  isOpen(streamId: string): boolean {
    return this.streams.has(streamId);
  }

  current(streamId: string): Snapshot | null {
    return this.streams.get(streamId)?.current ?? null;
  }

  /** Every stream of the batch with its newest state. */
  newest(): Iterable<Readonly<Pick<WorkingStream, 'streamId' | 'shard' | 'current' | 'text'>>> {
    return this.streams.values();
  }

  add(group: DecidedGroup): void {
    for (const { routed, events, after } of group.members) {
      const stream = this.streamOf(routed.command.streamId);
      if (events.length > 0) stream.lastCommand = this.commandCount;
      stream.current = after;
      this.commandCount++;
      this.eventCount += events.length;
    }
    this.groups.push(group);
    this.bytes += group.bytes;
  }

  /** What the append said of each command, group by group. */
  perGroup<TVerdict>(verdicts: readonly TVerdict[]): TVerdict[][] {
    let start = 0;
    return this.groups.map(({ members }) => verdicts.slice(start, (start += members.length)));
  }

  /** Everything as the append takes it. */
  toAppend(consumer: string, positions: readonly AppendPosition[]): AppendBatch {
    const commands: AppendCommand[] = [];
    const events: AppendEvent[] = [];
    const eventCommands: number[] = [];
    const links: AppendLink[] = [];
    const answers: AppendAnswer[] = [];
    for (const group of this.groups) {
      if (group.touched.length > 0) links.push(...this.linksOf(group));
      if (group.members.length > 1) answers.push(this.answerOf(group, commands.length));
      for (const [index, decided] of group.members.entries()) {
        for (const { stored } of decided.events) {
          events.push(stored);
          eventCommands.push(commands.length);
        }
        const stream = this.streamOf(decided.routed.command.streamId).index;
        commands.push(toAppendCommand(decided, stream, index === 0 ? group.answer : UNASKED));
      }
    }
    return {
      commands,
      events,
      eventCommands,
      links,
      answers,
      streams: [...this.streams.values()].map(toAppendStream),
      consumer,
      positions,
      deadlineAtMs: this.deadlineAtMs(),
    };
  }

  /** A refusal has no effect, and may be stored at any time. */
  private deadlineAtMs(): number | null {
    let earliest = Infinity;
    for (const { answer, pending } of this.groups) {
      if (answer.refusal === null && pending.command.deadlineAtMs < earliest) earliest = pending.command.deadlineAtMs;
    }
    return earliest === Infinity ? null : earliest;
  }

  /** What a command rests on spoils it when it has changed; a command that is spoiled spoils what followed from it. */
  private linksOf({ members, touched, pending }: DecidedGroup): AppendLink[] {
    const origin = this.streamOf(pending.command.streamId).index;
    const causes = touched.map((streamId) => ({ cause: this.streamOf(streamId).index, effect: origin }));
    const effects = members.map(({ routed }) => ({ cause: origin, effect: this.streamOf(routed.command.streamId).index }));
    return [...causes, ...effects.filter(({ effect }) => effect !== origin)];
  }

  private answerOf({ members, answer }: DecidedGroup, first: number): AppendAnswer {
    const last = members.findLastIndex(({ events }) => events.length > 0);
    return { command: first, lastCommand: first + Math.max(last, 0), stream: this.streamOf(answer.streamId).index };
  }

  private streamOf(streamId: string): WorkingStream {
    const stream = this.streams.get(streamId);
    if (!stream) throw new Error('decided on a stream that was not opened');
    return stream;
  }
}

/** A follow-up is not sent, so its row is never an answer: the answer is in the row of the command it follows. */
const UNASKED = { status: null, body: null };

function toAppendCommand(decided: Decided, stream: number, answer: { status: number | null; body: string | null }): AppendCommand {
  const { command, shard, idempotencyId } = decided.routed;
  return {
    shard,
    stream,
    commandId: command.commandId,
    operation: command.type,
    idempotencyId,
    idempotencyKey: command.idempotency?.key ?? null,
    fingerprint: command.idempotency?.fingerprint ?? null,
    status: answer.status ?? decided.status,
    response: answer.body,
    refusal: decided.refusal,
    eventCount: decided.events.length,
    correlationId: command.correlationId,
    causationId: command.causationId,
  };
}

type StreamState = Pick<
  AppendStream,
  'version' | 'sequence' | 'status' | 'state' | 'reported' | 'createdAtMs' | 'updatedAtMs' | 'wakeAtMs' | 'clock'
>;

/** A stream that was only looked at: the append compares its version and writes nothing. */
const UNCHANGED = { status: '', state: '', reported: null, createdAtMs: 0, updatedAtMs: 0, wakeAtMs: null, clock: null };
/** Of a stream that does not exist, nothing is written either. */
const NO_OWNER = { accountId: '', livemode: false };

function toAppendStream(stream: WorkingStream): AppendStream {
  const { shard, streamId, aggregate, base, current, lastCommand } = stream;
  const { accountId, livemode } = current?.head ?? NO_OWNER;
  const { streamType, stateSchema } = aggregate;
  const written = current && current.head.version > base ? changedState(aggregate, current) : { ...UNCHANGED, version: base, sequence: 0 };
  if (written.state !== '') stream.text = written.state;
  return { shard, streamId, streamType, accountId, livemode, base, stateSchema, lastCommand, ...written };
}

function changedState(aggregate: AggregateDefinition, snapshot: Snapshot): StreamState {
  const { head, state, reported } = snapshot;
  const { version, sequence, createdAtMs, updatedAtMs, clockId: id } = head;
  const { wakeAtMs, clockWakeAtMs } = wakeTimesOf(aggregate, snapshot);
  const status = aggregate.statusOf(state);
  return {
    version,
    sequence,
    createdAtMs,
    updatedAtMs,
    status,
    state: JSON.stringify(state),
    reported: reported === undefined ? null : JSON.stringify(reported),
    wakeAtMs,
    clock: id === undefined ? null : { id, wakeAtMs: clockWakeAtMs },
  };
}
