import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { IHeaders } from 'kafkajs';
import { EVENT_HEADERS } from './event-wire';
import { headerText } from './headers';
import { UndecodableError } from './undecodable';

/** What a message is for. Each has a key of its own, so that none passes for another. */
export type MessageKind = 'command' | 'reply' | 'event';

/** A message with everything that the code is over: what its readers act on. */
export interface AuthenticatedMessage {
  readonly topic: string;
  readonly partition: number;
  readonly key: string | Buffer | null;
  /** Only those of SIGNED_HEADERS count. */
  readonly headers?: IHeaders | undefined;
  readonly value: string | Buffer | null;
}

/** The header with the message authentication code: HMAC-SHA-256 (RFC 2104) as base64url. */
export const MAC_HEADER = 'mac';

/** Type, ids, actor and deadline of a command stand in its value. */
const SIGNED_HEADERS: Readonly<Record<MessageKind, readonly string[]>> = {
  command: ['reply_partition', 'gateway_epoch'],
  reply: ['gateway_epoch'],
  event: EVENT_HEADERS,
};

const KEY_BYTES = 32;

/** A message of a topic that was not written by a process of this installation. It goes to the dead letters, and is counted. */
export class ForgedMessageError extends UndecodableError {}

/**
 * Message authentication codes under keys derived from the internal tokens (HKDF, RFC 5869): a process that may write to a topic,
 * by its access list or because there is none, still cannot give orders.
 */
export class MessageMacs {
  private readonly keys: Readonly<Record<MessageKind, readonly KeyObject[]>>;

  /** @param tokens the first makes the codes, all are accepted: two while one replaces the other. */
  constructor(tokens: readonly string[]) {
    const keysFor = (kind: MessageKind): KeyObject[] => tokens.map((token) => keyOf(token, kind));
    this.keys = { command: keysFor('command'), reply: keysFor('reply'), event: keysFor('event') };
  }

  macOf(kind: MessageKind, message: AuthenticatedMessage): string {
    const [key] = this.keys[kind];
    if (key === undefined) throw new Error('there is no token to sign messages with');
    return macUnder(key, kind, message).toString('base64url');
  }

  /** @throws ForgedMessageError when the code is missing or wrong. */
  verify(kind: MessageKind, message: AuthenticatedMessage): void {
    const given = headerText(message.headers, MAC_HEADER);
    if (given === undefined) throw new ForgedMessageError('the message is not signed: it has no header mac');
    const bytes = Buffer.from(given, 'base64url');
    if (this.keys[kind].some((key) => isEqual(macUnder(key, kind, message), bytes))) return;
    throw new ForgedMessageError('the signature in the header mac is wrong');
  }
}

function keyOf(token: string, kind: MessageKind): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', token, '', `hundi kafka ${kind} v1`, KEY_BYTES)));
}

/** JSON keeps the parts apart; it has no line feed, so that the value begins after the first one. */
function macUnder(key: KeyObject, kind: MessageKind, { topic, partition, key: messageKey, headers, value }: AuthenticatedMessage): Buffer {
  const texts = SIGNED_HEADERS[kind].map((name) => headerText(headers, name) ?? null);
  const head = JSON.stringify([topic, partition, messageKey?.toString() ?? null, ...texts]);
  return createHmac('sha256', key)
    .update(`${head}\n`)
    .update(value ?? '')
    .digest();
}

function isEqual(expected: Buffer, given: Buffer): boolean {
  return expected.length === given.length && timingSafeEqual(expected, given);
}
