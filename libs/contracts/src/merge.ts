import { METADATA_KEYS_MAX } from './checks/metadata-checks';
import type { Refusal } from './errors';
import type { Metadata } from './payments/commands';

/** Key by key; null removes a key, and null for the whole removes all (docs/reference/api-conventions.md, Updates). */
export function mergeMetadata(before: Metadata | undefined, change: Record<string, string | number | boolean | null> | null): Metadata {
  return change === null ? {} : (withoutNulls({ ...before, ...change }) as Metadata);
}

/** Why an object may not have this metadata, which was merged; null when it may. What was sent is checked before, by itself. */
export function metadataProblem(metadata: Metadata = {}): Refusal | null {
  if (Object.keys(metadata).length <= METADATA_KEYS_MAX) return null;
  const message = `metadata may have at most ${METADATA_KEYS_MAX} keys together with those there are.`;
  return { code: 'metadata_invalid', details: { message, param: 'metadata' } };
}

/** The parts of something that is merged like metadata; undefined once none is left. */
export function mergeParts<TParts extends object>(before: TParts | undefined, change: object | null): TParts | undefined {
  const merged = change === null ? {} : withoutNulls({ ...before, ...change });
  return Object.keys(merged).length > 0 ? (merged as TParts) : undefined;
}

/** What is known of an object: fields that are null or undefined are left out. */
export function withoutNulls(object: object): object {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined));
}
