import type { EventStore, Snapshot } from '#event-store';
import { RefusalError, type ListOwner } from '#listing';
import type { DeletedEndpoint, EndpointState, LiveEndpoint } from '../endpoint/state';
import { missing } from './answer';

/**
 * The endpoint of this id, when it is the caller's and not deleted.
 *
 * @throws RefusalError resource_missing. One of another account is answered like one that does not exist; for one of the
 *   account's other mode a hint says so.
 */
export async function findOwnEndpoint(store: Pick<EventStore, 'reads'>, id: string, owner: ListOwner): Promise<Snapshot<LiveEndpoint>> {
  const { accountId, livemode } = owner;
  const snapshot = await store.reads.findStream<EndpointState | DeletedEndpoint>(id, accountId, livemode);
  if (snapshot?.state.status === 'enabled' || snapshot?.state.status === 'disabled') return snapshot as Snapshot<LiveEndpoint>;
  const { code, details } = missing(owner, snapshot === null && (await store.reads.existsInOtherMode(id, accountId, livemode)));
  throw new RefusalError(code, details);
}
