import type { FastifyReply } from 'fastify';
import { ERRORS, SEAL_MARK, type Refusal } from '#contracts';
import type { InternalAnswer, ListOwner } from '#listing';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends a refusal as the gateway expects it. */
export async function refuse(reply: FastifyReply, refusal: Refusal): Promise<void> {
  await reply.code(ERRORS[refusal.code].status).header('content-type', JSON_TYPE).send(JSON.stringify(refusal));
}

/** Sends an object or a page. */
export async function answer(reply: FastifyReply, object: unknown): Promise<void> {
  await reply.header('content-type', JSON_TYPE).send(JSON.stringify(object));
}

/**
 * Sends what holds no sealed value any more, but words of a receiver: what begins like a token in them is escaped, which says
 * the same, so that the edge opens nothing that a receiver has said.
 */
export async function answerUnsealed(reply: FastifyReply, { status, text }: InternalAnswer): Promise<void> {
  const escaped = text.replaceAll(`"${SEAL_MARK}`, `"\\u007e${SEAL_MARK.slice(1)}`);
  await reply.code(status).header('content-type', JSON_TYPE).send(escaped);
}

/** One of another account is answered like one that does not exist; for one of the account's other mode a hint says so. */
export function missing({ livemode }: ListOwner, existsInOtherMode: boolean): Refusal {
  const there = livemode ? 'test' : 'live';
  const hint = { hint: `The object exists in ${there} mode. Use a ${there} key.` };
  return { code: 'resource_missing', details: { param: 'id', ...(existsInOtherMode && hint) } };
}
