import type { NewSigningKeys, SignatureScheme } from '#contracts';
import type { SigningSecret } from '../state';

/** Keys of one scheme that sign at the same time (docs/reference/webhooks.md, Secrets and rotation). */
export const UNEXPIRED_KEYS_MAX = 3;

/** Whether the key still signs at this time. */
export function isUnexpired({ expiresAtMs }: SigningSecret, nowMs: number): boolean {
  return expiresAtMs === null || expiresAtMs > nowMs;
}

/** The first keys of an endpoint. */
export function firstSecrets({ keys }: Pick<NewSigningKeys, 'keys'>, atMs: number): SigningSecret[] {
  return keys.map((key) => ({ ...key, createdAtMs: atMs, expiresAtMs: null }));
}

/**
 * The keys after a rotation: the new ones are current, those that were go on for the grace period, the expired ones are
 * dropped. Without a grace every earlier key ends at once: that is what a leaked secret needs.
 */
export function rotated(
  secrets: readonly SigningSecret[],
  { keys }: Pick<NewSigningKeys, 'keys'>,
  { atMs, graceMs }: { atMs: number; graceMs: number },
): SigningSecret[] {
  const endsAtMs = atMs + graceMs;
  const former = secrets.map((secret) => ({ ...secret, expiresAtMs: graceMs === 0 ? atMs : (secret.expiresAtMs ?? endsAtMs) }));
  return [...firstSecrets({ keys }, atMs), ...former.filter((secret) => isUnexpired(secret, atMs))];
}

/** How many keys sign at this time, in the scheme that has the most. */
export function unexpiredCount(secrets: readonly SigningSecret[], nowMs: number): number {
  const counts = new Map<SignatureScheme, number>();
  for (const secret of secrets) if (isUnexpired(secret, nowMs)) counts.set(secret.alg, (counts.get(secret.alg) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}
