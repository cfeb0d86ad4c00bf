import type { IHeaders, KafkaMessage } from 'kafkajs';
import { SHARD_COUNT, type EventMessage } from '#contracts';
import { UndecodableError, parseObject } from './undecodable';

const SPEC_VERSION = '1.0';

/** CloudEvents 1.0 in Kafka binary mode: attributes as `ce_*` headers, the value is the event itself (architecture.md 5). */
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
  };
}

/** @throws UndecodableError when the message is not an event of ours. */
export function decodeEvent(message: Pick<KafkaMessage, 'key' | 'value' | 'headers'>): EventMessage {
  const headers = message.headers ?? {};
  if (headerText(headers, 'ce_specversion') !== SPEC_VERSION) throw new UndecodableError('the message is no CloudEvent 1.0 in binary mode');
  const shard = Number(digits(headers, 'shard'));
  if (shard >= SHARD_COUNT) throw new UndecodableError('the header shard is out of bounds');
  if (message.key === null || message.key.length === 0) throw new UndecodableError('the message has no key');
  parseObject(message.value);
  return {
    key: message.key.toString('utf8'),
    shard,
    position: BigInt(digits(headers, 'position')),
    prev: BigInt(digits(headers, 'prev')),
    cloudEvent: {
      id: required(headers, 'ce_id'),
      source: required(headers, 'ce_source'),
      type: required(headers, 'ce_type'),
      subject: required(headers, 'ce_subject'),
      time: required(headers, 'ce_time'),
    },
    value: message.value!.toString('utf8'),
  };
}

/** The text of a header, the first one when there are several. */
export function headerText(headers: IHeaders | undefined, name: string): string | undefined {
  const value = headers?.[name];
  const first = Array.isArray(value) ? value[0] : value;
  return first === undefined ? undefined : first.toString();
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
