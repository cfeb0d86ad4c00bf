import type { PlatformConnectionEvent } from './events';
import type { PlatformConnectionState } from './state';

/** The state after one more fact. Never throws and never checks. */
export function evolve(_state: PlatformConnectionState, { data: { connection } }: PlatformConnectionEvent): PlatformConnectionState {
  return { connection };
}
