import { hash } from 'node:crypto';
import { ERRORS, type Command, type ErrorCode, type Refusal, type Reply } from '#contracts';
import type { AggregateDefinition } from '../aggregate';

/** A command that found the aggregate that answers it, and its shard. */
export interface RoutedCommand {
  command: Command;
  shard: number;
  aggregate: AggregateDefinition;
  /** Identity of (account, mode, key), or null without a key. */
  idempotencyId: string | null;
}

/** A command waiting in a writer, with the callback of its reply. */
export interface PendingCommand extends RoutedCommand {
  /** How often the append found that the stream had moved on. */
  conflicts: number;
  resolve: (reply: Reply) => void;
  reject: (error: Error) => void;
}

/** A stream that takes part in a batch. */
export interface OpenStream {
  shard: number;
  streamId: string;
  aggregate: AggregateDefinition;
}

/** A stream to be opened, and whether the command that wants it begins it. */
export interface StreamAddress extends OpenStream {
  begins: boolean;
}

/** First 128 bits of SHA-256 over account, mode and key, written as a UUID: small enough for a narrow index. */
export function idempotencyIdOf(accountId: string, livemode: boolean, key: string): string {
  return asUuid(hash('sha256', `${accountId}\n${livemode ? 'live' : 'test'}\n${key}`, 'hex'));
}

/** The same of a command; null when it has no key. */
export function idempotencyIdIn({ accountId, livemode, idempotency }: Command): string | null {
  return idempotency === null ? null : idempotencyIdOf(accountId, livemode, idempotency.key);
}

/** A version 8 (custom) UUID derived from a text: the same text, the same id. */
export function derivedUuid(text: string): string {
  const hex = hash('sha256', text, 'hex');
  return asUuid(`${hex.slice(0, 12)}8${hex.slice(13, 16)}8${hex.slice(17, 32)}`);
}

/** An answer that says no. */
export function refusalReply(command: Command, refusal: Refusal): Reply {
  const { commandId, streamId } = command;
  return { commandId, streamId, status: ERRORS[refusal.code].status, body: null, refusal, replayed: false, position: null };
}

/** An answer that says no, with the default sentence of the code. */
export function refused(command: Command, code: ErrorCode): Reply {
  return refusalReply(command, { code });
}

function asUuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
