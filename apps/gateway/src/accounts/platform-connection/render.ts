import type { ConnectionResource } from '#contracts';
import type { Snapshot } from '#event-store';
import type { PlatformConnectionState } from './state';

/** The connection as it was shown last. */
export function shownConnection({ head, state }: Snapshot<PlatformConnectionState>): ConnectionResource {
  if (state.connection === null) throw new Error(`${head.streamId} has events but no connection`);
  return state.connection;
}
