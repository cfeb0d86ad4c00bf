import type { IdempotencyClaim, Reply } from '#contracts';
import type { StoredAnswer, Verdict } from './append';
import type { DecidedGroup } from './group';
import { refused, type PendingCommand } from './pending';

/**
 * One verdict for a command and its follow-ups. The append stores all of them or none (schema/append-function.ts); only the
 * command itself can be repeated, because a follow-up is not sent.
 */
export function verdictOf(members: readonly Verdict[]): Verdict {
  const [own = CONFLICT] = members;
  if (own.kind !== 'new') return own;
  return members.every(({ kind }) => kind === 'new') ? own : CONFLICT;
}

const CONFLICT: Verdict = { kind: 'conflict' };

/** The answer of a command that was stored just now. */
export function newReply({ pending, answer }: DecidedGroup, position: string | null): Reply {
  const { streamId, status, body, refusal } = answer;
  return { commandId: pending.command.commandId, streamId, status, body, refusal, replayed: false, position };
}

/**
 * The answer of a command that was there before: the stored one, to the byte. Found by its Idempotency-Key it counts as
 * replayed, unless the request was another one. That last refusal is not stored: the key stays with
 * the request that used it first. A key that is held for another service is in use until that service is asked.
 */
export function storedReply({ command }: Pick<PendingCommand, 'command'>, stored: StoredAnswer): Reply {
  if (stored.status === HELD_STATUS) return refused(command, 'idempotency_key_in_use');
  if (stored.byKey && !isSameRequest(stored, command.idempotency)) return refused(command, 'idempotency_key_reused');
  const { streamId, status, body, refusal, position, requestId, byKey: replayed } = stored;
  const first = replayed && requestId !== null && { requestId };
  return { commandId: command.commandId, streamId, status, body, refusal, replayed, position, ...first };
}

/** What stands in place of the status of an answer where a request of another service holds the key (key-holds.ts). */
export const HELD_STATUS = 0;

/** The fingerprint may have been made under a pepper that is being replaced. */
export function isSameRequest({ fingerprint }: Pick<StoredAnswer, 'fingerprint'>, claim: IdempotencyClaim | null): boolean {
  if (fingerprint === null || claim === null) return fingerprint === claim;
  return fingerprint === claim.fingerprint || claim.formerFingerprints?.includes(fingerprint) === true;
}

/** What a second command with the same Idempotency-Key would find stored, now that the first is settled; null when nothing. */
export function answerForFollowers(first: PendingCommand, reply: Reply, verdict: Verdict): StoredAnswer | null {
  if (verdict.kind === 'duplicate') return verdict.answer.refusal === null ? { ...verdict.answer, byKey: true } : null;
  if (reply.refusal !== null) return null;
  const { streamId, status, body, refusal, position } = reply;
  const { requestId, idempotency } = first.command;
  return { byKey: true, streamId, status, body, refusal, position, requestId, fingerprint: idempotency?.fingerprint ?? null };
}
