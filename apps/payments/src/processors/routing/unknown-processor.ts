import type { Refusal } from '#contracts';

/** The refusal of a wish for a processor that is not there; null without one. */
export function unknownAmong(names: readonly string[], hint: string | undefined): Refusal | null {
  if (hint === undefined || names.includes(hint)) return null;
  const message = `must be one of ${names.join(', ')}, or left out.`;
  const problem = { param: 'processor', code: 'parameter_invalid', message, reason: 'processor_unknown' } as const;
  return { code: 'parameter_invalid', details: { message, param: 'processor', reason: 'processor_unknown', errors: [problem] } };
}
