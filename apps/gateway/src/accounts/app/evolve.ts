import { withoutNulls, type AppChange } from '#contracts';
import type { AppEvent } from './events';
import type { AppState, KnownApp } from './state';

type Known = Exclude<AppState, { status: 'none' }>;

/** The state after one more fact. Never throws and never checks. */
export function evolve(state: AppState, event: AppEvent): AppState {
  if (event.type === 'app.created') {
    const { atMs, ...known } = event.data;
    return { status: 'active', ...known, isVerified: false, madeAtMs: atMs };
  }
  return state.status === 'none' ? state : changed(state, event);
}

function changed(state: Known, event: Exclude<AppEvent, { type: 'app.created' }>): AppState {
  switch (event.type) {
    case 'app.updated':
      return applyChange(state, event.data);
    case 'app.secret_rolled':
      return rolled(state, event.data);
    case 'app.verified':
      return { ...state, isVerified: event.data.isVerified };
    case 'app.deleted':
      return { ...state, status: 'deleted' };
    case 'app.cleared':
      return { ...state, isCleared: true };
  }
}

function rolled(
  { previousSecretEndsAtMs: _before, ...state }: Known,
  { secretHint, previousEndsAtMs, grantedBy = state.grantedBy }: Extract<AppEvent, { type: 'app.secret_rolled' }>['data'],
): AppState {
  return {
    ...state,
    secretHint,
    ...(grantedBy && { grantedBy }),
    ...(previousEndsAtMs !== null && { previousSecretEndsAtMs: previousEndsAtMs }),
  };
}

/** Absent keeps, null empties (docs/reference/api-conventions.md, Updates). */
export function applyChange<TApp extends KnownApp>(app: TApp, change: AppChange & Pick<KnownApp, 'grantedBy'>): TApp {
  return withoutNulls({ ...app, ...change }) as TApp;
}
