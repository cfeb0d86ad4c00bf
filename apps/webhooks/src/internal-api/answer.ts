import { otherModeHint, SEAL_MARK, type Refusal } from '#contracts';
import type { ListOwner } from '#listing';

/** Content type of an answer that is JSON already. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * JSON of what holds no sealed value any more, but words of a receiver: what begins like a token in them is escaped, which says
 * the same, so that the edge opens nothing that a receiver has said.
 */
export function unsealedText(object: unknown): string {
  return JSON.stringify(object).replaceAll(`"${SEAL_MARK}`, `"\\u007e${SEAL_MARK.slice(1)}`);
}

/** One of another account is answered like one that does not exist; for one of the account's other mode a hint says so. */
export function missing({ livemode }: ListOwner, existsInOtherMode: boolean): Refusal {
  return { code: 'resource_missing', details: { param: 'id', ...(existsInOtherMode && { hint: otherModeHint(livemode) }) } };
}
