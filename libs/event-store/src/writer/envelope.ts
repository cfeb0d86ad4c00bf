import { mayBeInShard, shardOfAccount, type Command, type ErrorCode } from '#contracts';
import type { AggregateDefinition } from '../aggregate';
import type { AggregateRegistry } from '../registry';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const PLAIN = /^[^\u0000-\u001f\u007f]{1,512}$/;

/** Where a command goes, or why it goes nowhere. */
export type Routing = { ok: true; shard: number; aggregate: AggregateDefinition } | { ok: false; code: ErrorCode; reason: string };

/**
 * Looks at the envelope before the command may share a batch with others: what the database would choke on is turned
 * away here, alone. Everything of an account lives in the account's shard, so an id of another shard belongs to
 * another account and is answered like an unknown one.
 */
export function routeCommand(command: Command, registry: AggregateRegistry): Routing {
  const aggregate = registry.findByCommand(command.type);
  if (!aggregate) return { ok: false, code: 'internal_error', reason: 'no aggregate answers this command type' };
  if (!UUID.test(command.commandId)) return { ok: false, code: 'internal_error', reason: 'commandId is not a UUID' };
  const texts = [
    command.streamId,
    command.accountId,
    command.correlationId,
    command.causationId,
    command.idempotency?.key,
    command.idempotency?.fingerprint,
  ];
  if (texts.some((text) => text !== null && text !== undefined && !PLAIN.test(text))) {
    return { ok: false, code: 'internal_error', reason: 'an identifier is empty, too long or holds control characters' };
  }
  const shard = shardOfAccount(command.accountId);
  if (!mayBeInShard(aggregate.idKind, command.streamId, shard)) {
    return { ok: false, code: 'resource_missing', reason: 'the id belongs to another shard than the account' };
  }
  return { ok: true, shard, aggregate };
}
