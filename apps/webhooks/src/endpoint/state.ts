import type { DisabledReason, EndpointSettings, FailingLevel, SealedSigningKey } from '#contracts';

/** A key that deliveries are signed with, as long as it has not expired. */
export interface SigningSecret extends SealedSigningKey {
  createdAtMs: number;
  /** Null for the current key of its scheme; there is exactly one. */
  expiresAtMs: number | null;
}

/**
 * An endpoint that exists (docs/reference/state-machines.md). The fan-out and the dispatcher read it from the column `state` of
 * `webhooks.streams`: a field that changes its meaning is a new `stateSchema`.
 */
export interface LiveEndpoint extends EndpointSettings {
  status: 'enabled' | 'disabled';
  disabledReason: DisabledReason | null;
  disabledAtMs: number | null;
  /** The last time it was enabled again, and since when it had been disabled. */
  reenabled: { atMs: number; disabledAtMs: number } | null;
  /** Version of the bodies it gets; pinned at creation. */
  apiVersion: string;
  /** Newest first within each scheme. */
  secrets: SigningSecret[];
  /** Last four characters of the current HMAC secret. */
  secretHint: string;
  failingSinceMs: number | null;
  /** The last notice that was given of the failures; 0 for none. */
  failingLevel: FailingLevel | 0;
  /** Number of public events so far. */
  sequence: number;
}

/** Terminal. Its last state is still shown; secrets and header values are deleted. */
export interface DeletedEndpoint extends Omit<LiveEndpoint, 'status'> {
  status: 'deleted';
  deletedAtMs: number;
  /** Whether the key is gone under which its secrets were sealed. */
  isKeyDestroyed: boolean;
}

export type EndpointState = { status: 'none' } | LiveEndpoint | DeletedEndpoint;

export const INITIAL_ENDPOINT: EndpointState = { status: 'none' };
