import type { ConnectionResource } from '#contracts';

/** The connection as it was shown last; null before. */
export interface PlatformConnectionState {
  connection: ConnectionResource | null;
}

export const INITIAL_PLATFORM_CONNECTION: PlatformConnectionState = { connection: null };
