import type { IHeaders, KafkaMessage } from 'kafkajs';
import { SHARD_COUNT, type EventEpoch, type EventMessage } from '#contracts';
import { headerText } from './headers';
import { MESSAGE_BYTES_MAX, UndecodableError, parseObject } from './undecodable';

const SPEC_VERSION = '1.0';

/** Every header that eventHeaders() writes and that a reader acts on: the authentication code is over all of them. */
export const EVENT_HEADERS = [
  'content-type',
  'ce_specversion',
  'ce_id',
  'ce_source',
  'ce_type',
  'ce_subject',
  'ce_time',
  'shard',
  'position',
  'prev',
  'epoch',
  'epoch_start',
  'prev_epoch',
] as const;

/** CloudEvents 1.0 in Kafka binary mode: attributes as `ce_*` headers, the value is the event itself. */
export function eventHeaders(message: EventMessage): Record<string, string> {
  const { id, source, type, subject, time } = message.cloudEvent;
  return {
    'content-type': 'application/json',
    ce_specversion: SPEC_VERSION,
    ce_id: id,
    ce_source: source,
    ce_type: type,
    ce_subject: subject,
    ce_time: time,
    shard: String(message.shard),
    position: String(message.position),
    prev: String(message.prev),
    ...(message.epoch && epochHeaders(message.epoch)),
  };
}

function epochHeaders({ id, start, ofPrev }: EventEpoch): Record<string, string> {
  return { epoch: String(id), epoch_start: String(start), prev_epoch: String(ofPrev) };
}

/** What decoding looks at. */
export type EventSource = Pick<KafkaMessage, 'key' | 'value' | 'headers'>;

/**
 * An event as it came from the broker. Its place is read at once, because every consumer needs it; attributes and value
 * become text when they are read as text, because many are not.
 */
export class ReceivedEvent implements EventMessage {
  readonly key: string;
  readonly shard: number;
  readonly position: bigint;
  readonly prev: bigint;
  readonly epoch: EventEpoch | undefined;
  private text: string | undefined;

  /** @throws UndecodableError when the message is not an event of ours. */
  constructor(private readonly source: EventSource) {
    const headers = source.headers ?? {};
    if (headerText(headers, 'ce_specversion') !== SPEC_VERSION)
      throw new UndecodableError('the message is no CloudEvent 1.0 in binary mode');
    this.shard = Number(digits(headers, 'shard'));
    if (this.shard >= SHARD_COUNT) throw new UndecodableError('the header shard is out of bounds');
    if (source.key === null || source.key.length === 0) throw new UndecodableError('the message has no key');
    this.key = source.key.toString('utf8');
    this.position = BigInt(digits(headers, 'position'));
    this.prev = BigInt(digits(headers, 'prev'));
    this.epoch = readEpoch(headers);
    refuseNoObject(source.value);
    for (const name of ATTRIBUTES) if (isMissing(headers, name)) throw new UndecodableError(`the header ${name} is missing`);
  }

  get cloudEvent(): EventMessage['cloudEvent'] {
    const { headers = {} } = this.source;
    return {
      id: required(headers, 'ce_id'),
      source: required(headers, 'ce_source'),
      type: required(headers, 'ce_type'),
      subject: required(headers, 'ce_subject'),
      time: required(headers, 'ce_time'),
    };
  }

  get value(): string {
    return (this.text ??= this.source.value!.toString('utf8'));
  }
}

/** Undefined of a publisher that does not write it yet. */
function readEpoch(headers: IHeaders): EventEpoch | undefined {
  if (isMissing(headers, 'epoch')) return undefined;
  const [id, start, ofPrev] = ['epoch', 'epoch_start', 'prev_epoch'].map((name) => BigInt(digits(headers, name))) as [
    bigint,
    bigint,
    bigint,
  ];
  return { id, start, ofPrev };
}

const ATTRIBUTES = ['ce_id', 'ce_source', 'ce_type', 'ce_subject', 'ce_time'] as const;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Checks both ends only: the reader of the value parses it, once, and reports it as poison when it is malformed inside. */
function refuseNoObject(value: Buffer | null): void {
  const looksGood = value?.[0] === OPEN_BRACE && value.at(-1) === CLOSE_BRACE && value.length <= MESSAGE_BYTES_MAX;
  if (!looksGood) parseObject(value);
}

function isMissing(headers: IHeaders, name: string): boolean {
  const value = headers[name];
  const first = Array.isArray(value) ? value[0] : value;
  return first === undefined || first.length === 0;
}

function required(headers: IHeaders, name: string): string {
  const text = headerText(headers, name);
  if (text === undefined || text === '') throw new UndecodableError(`the header ${name} is missing`);
  return text;
}

function digits(headers: IHeaders, name: string): string {
  const text = required(headers, name);
  if (!/^\d{1,19}$/.test(text)) throw new UndecodableError(`the header ${name} is not a number`);
  return text;
}
