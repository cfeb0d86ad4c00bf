import type { Reply } from '#contracts';
import { EnvelopeCheck } from './envelope-check';
import { UndecodableError, parseObject } from './undecodable';

/** A reply as the value of a message: JSON. */
export function encodeReply(reply: Reply): string {
  return JSON.stringify(reply);
}

/** @throws UndecodableError when the message is not a reply. */
export function decodeReply(value: Buffer | null): Reply {
  const fields = parseObject(value);
  const check = new EnvelopeCheck(fields);
  check.text('commandId', 'streamId');
  check.boolean('replayed');
  check.textOrNull('position');
  if (!Number.isInteger(fields['status'])) check.fail('status');
  if (fields['body'] !== null && typeof fields['body'] !== 'string') throw new UndecodableError('the field body is not text');
  if (fields['refusal'] !== null) check.object('refusal').text('code');
  return fields as unknown as Reply;
}
