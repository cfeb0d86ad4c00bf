import type { Command } from '#contracts';
import { EnvelopeCheck } from './envelope-check';
import { parseObject } from './undecodable';

/** A command as the value of a message: JSON. */
export function encodeCommand(command: Command): string {
  return JSON.stringify(command);
}

/**
 * The command in a message. The payload is whatever the type says: the service that owns the type reads it.
 *
 * @throws UndecodableError when the envelope is not that of a command.
 */
export function decodeCommand(value: Buffer | null): Command {
  const fields = parseObject(value);
  const check = new EnvelopeCheck(fields);
  check.text('commandId', 'type', 'streamId', 'accountId', 'correlationId');
  check.textOrNull('requestId', 'causationId');
  check.boolean('livemode');
  check.instant('issuedAtMs', 'deadlineAtMs');
  check.present('payload');
  if (fields['dryRun'] !== undefined && fields['dryRun'] !== true) check.fail('dryRun');
  const actor = check.object('actor');
  actor.text('kind', 'id');
  actor.textOrNull('address');
  if (fields['idempotency'] !== null) check.object('idempotency').text('key', 'fingerprint');
  return fields as unknown as Command;
}
