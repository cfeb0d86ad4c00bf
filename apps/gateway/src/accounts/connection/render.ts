import { toSeconds, type ConnectionCommand, type ConnectionResource, type DeletedConnection } from '#contracts';
import type { Snapshot } from '#event-store';
import type { ConnectionState } from './state';

/** The public resource of a connection. */
export function connectionResource({ head, state }: Snapshot<ConnectionState>): ConnectionResource {
  if (state.status === 'none') throw new Error(`${head.streamId} has events but no connection.created`);
  const end = state.status === 'revoked' ? state : null;
  return {
    id: head.streamId,
    object: 'connection',
    livemode: head.livemode,
    app_id: state.appId,
    platform_account_id: state.platformAccountId,
    account_id: head.accountId,
    scopes: state.scopes,
    status: state.status,
    granted_by: state.grantedBy,
    granted_at: toSeconds(state.grantedAtMs),
    // Kept outside the log, and added where one is retrieved.
    last_used_at: null,
    revoked_at: toSeconds(end?.revokedAtMs ?? null),
    revoked_by: end?.revokedBy ?? null,
    created_at: toSeconds(state.madeAtMs),
    updated_at: toSeconds(head.updatedAtMs),
    sequence: head.sequence,
  };
}

/** What a command is answered: the connection, or that it has ended. */
export function connectionAnswer(snapshot: Snapshot<ConnectionState>, { type }: ConnectionCommand): ConnectionResource | DeletedConnection {
  if (type === 'connections.revoke') return { id: snapshot.head.streamId, object: 'connection', deleted: true };
  return connectionResource(snapshot);
}
