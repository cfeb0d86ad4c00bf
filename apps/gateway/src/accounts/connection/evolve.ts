import type { ConnectionEvent } from './events';
import type { ConnectionState } from './state';

/** The state after one more fact. Never throws and never checks. */
export function evolve(state: ConnectionState, event: ConnectionEvent): ConnectionState {
  if (event.type === 'connection.created') {
    const { atMs, ...terms } = event.data;
    return { status: 'active', ...terms, grantedAtMs: atMs, madeAtMs: atMs };
  }
  if (state.status === 'none') return state;
  if (event.type === 'connection.revoked') {
    return { ...state, status: 'revoked', revokedAtMs: event.data.atMs, revokedBy: event.data.by };
  }
  if (event.type === 'connection.shown') return { ...state, shownSequence: event.data.sequence };
  const { scopes, grantedBy, atMs } = event.data;
  return { ...state, scopes, grantedBy, grantedAtMs: atMs };
}
