import type { Refusal } from '#contracts';
import { SEPARATOR } from '../schema/canonical';
import { quoteSchema } from '../schema/names';
import type { Statement } from './connection';

/** A decided command on its way into the log. Indexes count from 0 within the batch. */
export interface AppendCommand {
  shard: number;
  stream: number;
  commandId: string;
  operation: string;
  idempotencyId: string | null;
  idempotencyKey: string | null;
  fingerprint: string | null;
  status: number;
  response: string | null;
  refusal: Refusal | null;
  eventCount: number;
  correlationId: string;
  causationId: string | null;
}

/** A stream that commands of the batch were decided on. Written when `version` is above `base`. */
export interface AppendStream {
  shard: number;
  streamId: string;
  streamType: string;
  accountId: string;
  livemode: boolean;
  /** The stored version that the decisions started from; 0 for a stream that does not exist. */
  base: number;
  version: number;
  sequence: number;
  status: string;
  /** JSON text. */
  state: string;
  stateSchema: number;
  /** JSON text of the state after the last public event, where internal events followed it. */
  reported: string | null;
  createdAtMs: number;
  updatedAtMs: number;
  wakeAtMs: number | null;
  /** The test clock that the stream is on, and when it is woken by it; null in real time. */
  clock: { id: string; wakeAtMs: number | null } | null;
  /** Index of the last command that added events to this stream. */
  lastCommand: number;
}

export interface AppendEvent {
  version: number;
  type: string;
  schemaVersion: number;
  eventId: string;
  occurredAtMs: number;
  /** JSON text. */
  data: string;
  meta: string;
}

export interface AppendPosition {
  source: string;
  partition: number;
  position: bigint;
}

/** When something about the stream `cause` was not as the batch took it to be, what was decided on `effect` is void too. Indexes of streams. */
export interface AppendLink {
  cause: number;
  effect: number;
}

/** The stored answer of a command with follow-ups: where it stands in the log, and whose resource it is. */
export interface AppendAnswer {
  command: number;
  /** The last command of the group that has events: its last position is the one in the reply. */
  lastCommand: number;
  stream: number;
}

export interface AppendBatch {
  commands: readonly AppendCommand[];
  streams: readonly AppendStream[];
  events: readonly AppendEvent[];
  /** The command of each event. */
  eventCommands: readonly number[];
  /** Empty, and free, when every command of the batch concerns one stream. */
  links: readonly AppendLink[];
  answers: readonly AppendAnswer[];
  consumer: string;
  positions: readonly AppendPosition[];
  /** The earliest deadline of a command that has an effect, in milliseconds since the epoch on the clock of this process; null without one. */
  deadlineAtMs: number | null;
}

/** The stored answer of a command that was there before. */
export interface StoredAnswer {
  /** The request that was answered so. */
  requestId: string | null;
  byKey: boolean;
  streamId: string;
  status: number;
  body: string | null;
  refusal: Refusal | null;
  fingerprint: string | null;
  position: string | null;
}

/** What became of one command of the batch. */
export type Verdict = { kind: 'new'; position: string | null } | { kind: 'duplicate'; answer: StoredAnswer } | { kind: 'conflict' };

/** A row of the answer of the SQL function `append`. */
export interface AppendRow {
  positions: (string | null)[] | null;
  skipped: number[] | null;
  duplicates: DuplicateRow[] | null;
  /** The clock of the database when the last lock was granted, in milliseconds since the epoch. */
  now_ms: number;
}

interface DuplicateRow {
  request_id: string | null;
  i: number;
  by_key: boolean;
  stream_id: string;
  status: number;
  body: string | null;
  refusal: Refusal | null;
  fingerprint: string | null;
  position: string | null;
}

const PARAMETER_COUNT = 49;

/** The prepared statement of the append: one round trip, see schema/append-function.ts. */
export function appendStatement(schema: string): Statement {
  const parameters = Array.from({ length: PARAMETER_COUNT }, (_, index) => `$${index + 1}`).join(',');
  return { name: 'hundi_append', text: `SELECT positions, skipped, duplicates, now_ms FROM ${quoteSchema(schema)}.append(${parameters})` };
}

/**
 * The batch as parameters. Text columns travel as one string joined by a control character, which the function splits:
 * an order of magnitude cheaper on both sides than quoting every JSON text into an array literal. Empty text is null.
 *
 * @param deadlineMs the deadline of the batch on the clock of the database.
 */
export function appendValues(batch: AppendBatch, deadlineMs: number | null = null): unknown[] {
  const shards = [...new Set(batch.commands.map((command) => command.shard))].sort((a, b) => a - b);
  const indexOf = new Map(shards.map((shard, index) => [shard, index + 1]));
  return [
    numbers(shards),
    ...commandValues(batch.commands, indexOf),
    ...streamValues(batch.streams, indexOf),
    numbers(batch.eventCommands.map((command) => command + 1)),
    ...eventValues(batch.events),
    numbers(batch.links.map((link) => link.cause + 1)),
    numbers(batch.links.map((link) => link.effect + 1)),
    numbers(batch.answers.map((answer) => answer.command + 1)),
    numbers(batch.answers.map((answer) => answer.lastCommand + 1)),
    numbers(batch.answers.map((answer) => answer.stream + 1)),
    batch.consumer,
    texts(batch.positions.map((position) => position.source)),
    numbers(batch.positions.map((position) => position.partition)),
    `{${batch.positions.map((position) => position.position.toString()).join(',')}}`,
    deadlineMs,
  ];
}

/** One verdict for each command of the batch, in its order. */
export function readVerdicts(count: number, row: AppendRow | undefined): Verdict[] {
  const { positions = null, skipped = null, duplicates = null } = row ?? {};
  const verdicts: Verdict[] = Array.from({ length: count }, (_, index) => ({ kind: 'new', position: positions?.[index] ?? null }));
  for (const index of skipped ?? []) verdicts[index - 1] = { kind: 'conflict' };
  for (const { i, by_key: byKey, stream_id: streamId, request_id: requestId, ...answer } of duplicates ?? []) {
    verdicts[i - 1] = { kind: 'duplicate', answer: { byKey, streamId, requestId, ...answer } };
  }
  return verdicts;
}

function commandValues(commands: readonly AppendCommand[], indexOf: Map<number, number>): unknown[] {
  return [
    numbers(commands.map((command) => indexOf.get(command.shard) ?? null)),
    numbers(commands.map((command) => command.stream + 1)),
    numbers(commands.map((command) => command.commandId)),
    numbers(commands.map((command) => command.idempotencyId)),
    texts(commands.map((command) => command.idempotencyKey)),
    texts(commands.map((command) => command.operation)),
    texts(commands.map((command) => command.fingerprint)),
    numbers(commands.map((command) => command.status)),
    texts(commands.map((command) => command.response)),
    texts(commands.map((command) => (command.refusal ? JSON.stringify(command.refusal) : null))),
    numbers(commands.map((command) => command.eventCount)),
    texts(commands.map((command) => command.correlationId)),
    texts(commands.map((command) => command.causationId)),
  ];
}

function streamValues(streams: readonly AppendStream[], indexOf: Map<number, number>): unknown[] {
  return [
    texts(streams.map((stream) => stream.streamId)),
    numbers(streams.map((stream) => indexOf.get(stream.shard) ?? null)),
    texts(streams.map((stream) => stream.streamType)),
    texts(streams.map((stream) => stream.accountId)),
    numbers(streams.map((stream) => (stream.livemode ? 't' : 'f'))),
    numbers(streams.map((stream) => stream.base)),
    numbers(streams.map((stream) => stream.version)),
    numbers(streams.map((stream) => stream.sequence)),
    texts(streams.map((stream) => stream.status)),
    texts(streams.map((stream) => stream.state)),
    texts(streams.map((stream) => stream.reported)),
    numbers(streams.map((stream) => stream.stateSchema)),
    numbers(streams.map((stream) => stream.createdAtMs)),
    numbers(streams.map((stream) => stream.updatedAtMs)),
    numbers(streams.map((stream) => stream.wakeAtMs)),
    texts(streams.map(({ clock }) => (clock === null ? null : `${clock.id} ${clock.wakeAtMs ?? ''}`))),
    numbers(streams.map((stream) => stream.lastCommand + 1)),
  ];
}

function eventValues(events: readonly AppendEvent[]): unknown[] {
  return [
    numbers(events.map((event) => event.version)),
    texts(events.map((event) => event.type)),
    numbers(events.map((event) => event.schemaVersion)),
    texts(events.map((event) => event.eventId)),
    numbers(events.map((event) => event.occurredAtMs)),
    texts(events.map((event) => event.data)),
    texts(events.map((event) => event.meta)),
  ];
}

function texts(values: readonly (string | null)[]): string {
  return values.map((value) => value ?? '').join(SEPARATOR);
}

/** An array literal of values that never need quoting: numbers, booleans, UUIDs. */
function numbers(values: readonly (number | string | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}
