import { mergeMetadata, withoutNulls, type ApiKeyChange } from '#contracts';
import type { ApiKeyEvent } from './events';
import type { ApiKeyState, KnownKey } from './state';

/** The state after one more fact. Never throws and never checks. */
export function evolve(state: ApiKeyState, event: ApiKeyEvent): ApiKeyState {
  if (event.type === 'api_key.created') return begun(event.data);
  return state.status === 'none' ? state : changed(state, event);
}

type Begun = Extract<ApiKeyEvent, { type: 'api_key.created' }>['data'];

function begun({ atMs, ...known }: Begun): ApiKeyState {
  return { status: 'active', ...known, madeAtMs: atMs };
}

type Later = Exclude<ApiKeyEvent, { type: 'api_key.created' }>;

function changed(state: Exclude<ApiKeyState, { status: 'none' }>, event: Later): ApiKeyState {
  switch (event.type) {
    case 'api_key.updated':
      return applyChange(state, event.data);
    case 'api_key.rolled':
      return { ...state, rolledTo: event.data.rolledTo, expiresAtMs: event.data.endsAtMs };
    case 'api_key.leak_reported':
      return { ...state, leakReportedAtMs: event.data.atMs };
    case 'api_key.expiring':
    case 'api_key.expiring_unused':
      return { ...state, lookedAtDays: event.data.days };
    case 'api_key.expired':
      return { ...state, status: 'expired' };
    case 'api_key.revoked':
      return { ...state, status: 'revoked', revokedAtMs: event.data.atMs, reason: event.data.reason };
    case 'api_key.text_destroyed':
      return { ...state, isTextDestroyed: true };
  }
}

/** Absent keeps, null empties; metadata is merged key by key (docs/reference/api-conventions.md, Updates). */
export function applyChange<TKey extends KnownKey>(key: TKey, { metadata, ...rest }: ApiKeyChange): TKey {
  const next = { ...key, ...rest };
  // A new end has notices of its own.
  if (rest.expiresAtMs !== undefined) delete next.lookedAtDays;
  if (metadata !== undefined) next.metadata = metadata === null ? undefined : mergeMetadata(key.metadata, metadata);
  return withoutNulls(next) as TKey;
}
