import { containsCardNumber } from '#contracts';

const LENGTH_MAX = 100;

/**
 * A name that the caller chose, as it may stand in an answer: bounded, whole characters, and no card number, which must come
 * back from a name no more than from a value (spec/quality.md 5.6).
 */
export function presentable(name: string): string {
  return containsCardNumber(name) ? '[redacted]' : name.slice(0, LENGTH_MAX).replace(/\p{Surrogate}/gu, '\ufffd');
}
