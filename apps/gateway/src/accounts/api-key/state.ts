import type { Actor, ApiKeyRevokedReason, ApiKeyTerms, ShownText } from '#contracts';

/** Who made a key. */
export type Maker = Pick<Actor, 'kind' | 'id'>;

/** What is true of a key whatever became of it. */
export interface KnownKey extends ApiKeyTerms, ShownText {
  createdBy: Maker;
  madeAtMs: number;
  rolledFrom?: string;
  /** The key that took its place, when it was rolled. It ends at `expiresAtMs` then. */
  rolledTo?: string;
  /** When it was first reported as leaked. */
  leakReportedAtMs?: number;
  /** The least number of days of a notice of its end that was looked at. */
  lookedAtDays?: number;
  /** Whether the key is gone under which its text was sealed in stored answers. */
  isTextDestroyed?: true;
}

export type ApiKeyState =
  | { status: 'none' }
  | ({ status: 'active' } & KnownKey)
  | ({ status: 'expired' } & KnownKey)
  | ({ status: 'revoked'; revokedAtMs: number; reason: ApiKeyRevokedReason } & KnownKey);

export const INITIAL_API_KEY: ApiKeyState = { status: 'none' };
