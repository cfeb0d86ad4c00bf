import type { ClientBase } from 'pg';
import type { AppEvent } from '../app/events';

/** An event that was written, of any stream. */
export interface WrittenEvent {
  event: { type: string; streamId: string; data?: unknown };
}

/** Of an app at most two secrets work: the newest, and the one before it until its overlap is over. */
const END_BEFORE = 'UPDATE accounts.secrets SET ends_at = to_timestamp($2::float8 / 1000) WHERE owner_id = $1 AND ends_at IS NULL';
const DELETE_ENDING = 'DELETE FROM accounts.secrets WHERE owner_id = $1 AND ends_at IS NOT NULL';
const DELETE_ALL = 'DELETE FROM accounts.secrets WHERE owner_id = $1';

/** Ends the secrets of apps in the transaction of the events that say so, before a new one is written. */
export async function endAppSecrets(client: ClientBase, written: readonly WrittenEvent[]): Promise<void> {
  for (const { event } of written) {
    if (event.type === 'app.deleted') await client.query(DELETE_ALL, [event.streamId]);
    if (event.type !== 'app.secret_rolled') continue;
    const { previousEndsAtMs } = event.data as Extract<AppEvent, { type: 'app.secret_rolled' }>['data'];
    if (previousEndsAtMs === null) await client.query(DELETE_ALL, [event.streamId]);
    else {
      await client.query(DELETE_ENDING, [event.streamId]);
      await client.query(END_BEFORE, [event.streamId, previousEndsAtMs]);
    }
  }
}
