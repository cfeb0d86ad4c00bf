import { ERRORS, type Refusal } from '#contracts';
import type { EventStore, Snapshot } from '#event-store';
import { ownerIn, type InternalRequest } from '#listing';
import { missing } from './answer';
import type { DeletedEndpoint, EndpointState, LiveEndpoint } from '../endpoint/state';

/** Why an internal query has no answer, as the gateway expects it. */
export interface RefusedQuery {
  status: number;
  refusal: Refusal;
}

/** The body of a refused internal query. */
export function refusalText({ refusal }: RefusedQuery): string {
  return JSON.stringify(refusal);
}

/**
 * The endpoint of this id, when it is the caller's and not deleted. One of another account is answered like one that does
 * not exist; for one of the account's other mode a hint says so.
 */
export async function findOwnEndpoint(
  store: Pick<EventStore, 'reads'>,
  id: string,
  headers: InternalRequest['headers'],
): Promise<{ snapshot: Snapshot<LiveEndpoint> } | RefusedQuery> {
  const owner = ownerIn(headers);
  if (owner === undefined) return refused({ code: 'parameter_missing' });
  const { accountId, livemode } = owner;
  const snapshot = (await store.reads.findStream(id, accountId, livemode)) as Snapshot<EndpointState | DeletedEndpoint> | null;
  if (snapshot?.state.status === 'enabled' || snapshot?.state.status === 'disabled')
    return { snapshot: snapshot as Snapshot<LiveEndpoint> };
  const isThere = snapshot === null && (await store.reads.existsInOtherMode(id, accountId, livemode));
  return refused(missing(owner, isThere));
}

function refused(refusal: Refusal): RefusedQuery {
  return { status: ERRORS[refusal.code].status, refusal };
}
