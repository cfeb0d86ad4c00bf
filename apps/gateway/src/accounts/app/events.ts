import type { AppChange, AppGranter, AppTerms, DomainEvent } from '#contracts';

/** The facts of an app's life. None holds its secret or a digest of it: those are rows of `accounts.secrets`. */
export type AppEvent =
  | DomainEvent<'app.created', AppTerms & { secretHint?: string; grantedBy?: AppGranter; atMs: number }>
  | DomainEvent<'app.updated', AppChange & { grantedBy?: AppGranter }>
  /** `previousEndsAtMs`: until when the secret of before works, in milliseconds since the epoch; null without one. */
  | DomainEvent<'app.secret_rolled', { secretHint: string; previousEndsAtMs: number | null; grantedBy?: AppGranter }>
  /** What the operator says is kept, and shown in the audit log alone. */
  | DomainEvent<'app.verified', { isVerified: boolean; note: string }>
  | DomainEvent<'app.deleted', { atMs: number }>
  /** Internal: nothing of it works or can be read any more. */
  | DomainEvent<'app.cleared', Record<string, never>>;
