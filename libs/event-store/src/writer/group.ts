import { ERRORS, type Actor, type Clock, type Command, type Refusal } from '#contracts';
import type { FollowUp } from '#decider';
import type { HandlingContext, Snapshot } from '../aggregate';
import type { AggregateRegistry } from '../registry';
import { decideCommand, openMetaOf, type Accepted, type Decided, type DecisionTools } from './decide';
import { routeCommand } from './envelope';
import type { EventIds } from './event-ids';
import { timeOf } from './stream-time';
import { derivedUuid, type OpenStream, type PendingCommand, type RoutedCommand, type StreamAddress } from './pending';

/** How far follow-ups may follow each other, and how many one command may cause in all. */
export const FOLLOW_UP_DEPTH_MAX = 8;
export const FOLLOW_UPS_MAX = 512;
/** How many streams a decision may reach for beyond those its aggregate named. */
export const OPENINGS_MAX = 512;
/** Those who ask for changes from outside. The steps of an advance are of the system, and so is what processors report. */
const CALLERS: ReadonlySet<Actor['kind']> = new Set<Actor['kind']>(['api_key', 'app', 'user']);

/** The reply to the sender of the command. */
export interface GroupAnswer {
  streamId: string;
  status: number;
  body: string | null;
  refusal: Refusal | null;
}

/** A command together with all that follows from it: stored as one, or not at all. */
export interface DecidedGroup {
  pending: PendingCommand;
  /** The command itself, then its follow-ups in the order in which they were decided. */
  members: readonly Decided[];
  answer: GroupAnswer;
  /** Every other stream that the outcome rests on. */
  touched: readonly string[];
  /** Rough size in the append, in bytes. */
  bytes: number;
}

/** A decision needs a stream that is not in the batch yet. Open it and decide again: nothing has happened. */
export class StreamNotOpenError extends Error {
  override readonly name = 'StreamNotOpenError';
  constructor(readonly stream: StreamAddress) {
    super(`stream ${stream.streamId} is not in the batch`);
  }
}

/** What deciding needs from outside. */
export interface GroupTools {
  clock: Clock;
  eventIds: EventIds;
  registry: AggregateRegistry;
}

/** The streams of the batch, as far as a decision may reach. */
export interface OpenStreams {
  current(streamId: string): Snapshot | null;
  isOpen(streamId: string): boolean;
  open(stream: OpenStream, stored: Snapshot | null): void;
}

/**
 * Decides a command and everything that follows from it. Changes nothing: the outcome is added to the batch as a whole.
 *
 * @throws StreamNotOpenError when a stream must be loaded first.
 * @throws whatever a faulty aggregate throws.
 */
function decideGroup(pending: PendingCommand, streams: OpenStreams, tools: GroupTools): DecidedGroup {
  return new GroupDraft(pending, streams, tools).decide();
}

/** The same, with what it throws as a value. */
export function tryDecideGroup(pending: PendingCommand, streams: OpenStreams, tools: GroupTools): DecidedGroup | Error {
  try {
    return decideGroup(pending, streams, tools);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** A stream is woken when its time has come, although the clock may have gone back since that was seen: it is woken once. */
function realNowOf({ command, aggregate }: PendingCommand, clock: Clock): number {
  return command.type === aggregate.timer?.commandType ? Math.max(clock.nowMs(), command.issuedAtMs) : clock.nowMs();
}

class GroupDraft {
  private readonly members: Decided[] = [];
  private readonly changed = new Map<string, Snapshot | null>();
  private readonly touched = new Set<string>();
  private readonly context: Pick<DecisionTools, 'realNowMs' | 'eventIds' | 'metaText'>;
  /** A step of a test clock leaves what it wakes as much room as a wake-up in real time does. */
  private readonly spare: number;

  constructor(
    private readonly pending: PendingCommand,
    private readonly streams: OpenStreams,
    private readonly tools: GroupTools,
  ) {
    this.context = { realNowMs: realNowOf(pending, tools.clock), eventIds: tools.eventIds, metaText: openMetaOf(pending.command) };
    this.spare = pending.aggregate.clock === undefined ? 0 : 1;
  }

  decide(): DecidedGroup {
    if (this.context.realNowMs > this.pending.command.deadlineAtMs) return this.refuse({ code: 'command_expired' });
    const settled = this.settle(this.pending, 0);
    if ('refusal' in settled) return this.refuse(settled.refusal);
    const { routed, status } = settled.answering;
    const { command, aggregate } = routed;
    const { streamId } = command;
    // Rendered last: a follow-up may have come back to the stream that answers.
    const after = this.changed.get(streamId) ?? null;
    const body = after ? JSON.stringify(aggregate.answer?.(after, command) ?? aggregate.render(after)) : null;
    return this.group(this.members, { streamId, status, body, refusal: null });
  }

  /** The command and its follow-ups, depth first. @returns the member that answers, or why there is nothing to store. */
  private settle(routed: RoutedCommand, depth: number, inherited?: string): { answering: Decided } | { refusal: Refusal } {
    const before = this.current(routed);
    const related = this.lookFrom(routed);
    const { registry } = this.tools;
    const { isAdvancing, ...time } = timeOf(routed, before, { registry, related, inherited, realNowMs: this.context.realNowMs });
    if (isAdvancing && CALLERS.has(this.pending.command.actor.kind)) return { refusal: { code: 'clock_advancing' } };
    const outcome = decideCommand(routed, before, { ...this.context, ...time, related });
    if ('refusal' in outcome) return outcome;
    const { decided } = outcome;
    this.members.push(decided);
    this.changed.set(routed.command.streamId, decided.after);
    return this.follow(outcome, depth + 1, time.clockId);
  }

  private follow({ decided, acceptance }: Accepted, depth: number, clockId?: string): { answering: Decided } | { refusal: Refusal } {
    const { followUps = [], answeredBy } = acceptance;
    const { command } = decided.routed;
    if (answeredBy !== undefined && !followUps[answeredBy]) throw new Error(`${command.type} is answered by a follow-up it does not have`);
    let answering = decided;
    for (const [index, followUp] of followUps.entries()) {
      if (depth > FOLLOW_UP_DEPTH_MAX + this.spare) throw new Error(`${command.type}: follow-ups go deeper than ${FOLLOW_UP_DEPTH_MAX}`);
      if (this.members.length > FOLLOW_UPS_MAX + this.spare)
        throw new Error(`${this.pending.command.type}: more than ${FOLLOW_UPS_MAX} follow-ups`);
      const next = this.route(command, followUp, index);
      const settled = 'refusal' in next ? next : this.settle(next, depth, clockId);
      if ('refusal' in settled) return settled;
      if (index === answeredBy) answering = settled.answering;
    }
    return { answering };
  }

  private route(cause: Command, followUp: FollowUp, index: number): RoutedCommand | { refusal: Refusal } {
    const commandId = derivedUuid(`follow-up ${cause.commandId} ${index}`);
    const command: Command = { ...cause, ...followUp, commandId, idempotency: null, causationId: cause.commandId };
    const routing = routeCommand(command, this.tools.registry);
    if (routing.ok) return { command, shard: routing.shard, aggregate: routing.aggregate, idempotencyId: null };
    if (routing.code === 'internal_error') throw new Error(`follow-up ${index} of ${cause.type}: ${routing.reason}`);
    return { refusal: { code: routing.code } };
  }

  private current({ command, shard, aggregate }: RoutedCommand): Snapshot | null {
    const { streamId, type } = command;
    if (streamId !== this.pending.command.streamId) this.touched.add(streamId);
    const changed = this.changed.get(streamId);
    if (changed !== undefined) return changed;
    if (!this.streams.isOpen(streamId)) {
      const isGuessedNew = this.pending.conflicts === 0 && this.tools.registry.beginsStream(type);
      if (!isGuessedNew) throw new StreamNotOpenError({ shard, streamId, aggregate, begins: false });
      this.streams.open({ shard, streamId, aggregate }, null);
    }
    return this.streams.current(streamId);
  }

  /** An id of another account is answered like one that does not exist. */
  private lookFrom({ command, shard }: RoutedCommand): HandlingContext['related'] {
    return (streamId) => {
      const aggregate = this.tools.registry.findInShard(streamId, shard);
      if (!aggregate) return null;
      if (streamId !== this.pending.command.streamId) this.touched.add(streamId);
      const known = this.changed.get(streamId);
      if (known === undefined && !this.streams.isOpen(streamId)) {
        throw new StreamNotOpenError({ shard, streamId, aggregate, begins: false });
      }
      const found = known ?? this.streams.current(streamId);
      return found?.head.accountId === command.accountId && found.head.livemode === command.livemode ? found : null;
    };
  }

  /** The refusal of any member is that of the command; what was decided before it never happened. */
  private refuse(refusal: Refusal): DecidedGroup {
    const { streamId } = this.pending.command;
    const { status } = ERRORS[refusal.code];
    const after = this.streams.current(streamId);
    const refused: Decided = { routed: this.pending, status, refusal, events: [], after };
    return this.group([refused], { streamId, status, body: null, refusal });
  }

  private group(members: readonly Decided[], answer: GroupAnswer): DecidedGroup {
    let bytes = 400 * members.length + (answer.body?.length ?? 0) * 2;
    for (const { events } of members) for (const { stored } of events) bytes += stored.data.length + stored.meta.length + 200;
    return { pending: this.pending, members, answer, touched: [...this.touched], bytes };
  }
}
