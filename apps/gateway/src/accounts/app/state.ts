import type { AppGranter, AppTerms } from '#contracts';

/** What is true of an app whatever became of it. */
export interface KnownApp extends AppTerms {
  /** What is shown of its secret; absent: it has none. */
  secretHint?: string;
  /** Until when the secret of before works, in milliseconds since the epoch. */
  previousSecretEndsAtMs?: number;
  /** Whether the operator knows who runs it. */
  isVerified: boolean;
  /** The last user or key that gave the app rights for its own account; absent for an app that never had any. */
  grantedBy?: AppGranter;
  madeAtMs: number;
  /** Of a deleted one: whether its connections have ended, and its secret is unreadable in stored answers. */
  isCleared?: true;
}

/** Who asks for tokens reads it in the column `state`: a field that changes its meaning is a new `stateSchema`. */
export type AppState = { status: 'none' } | ({ status: 'active' | 'disabled' | 'deleted' } & KnownApp);

export const INITIAL_APP: AppState = { status: 'none' };
