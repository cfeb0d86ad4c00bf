import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** NIST SP 800-63B-4, 3.1.1.2: fifteen where a password may be the only factor, and no rules of composition. In code points, after NFKC. */
export const PASSWORD_LENGTH_MIN = 15;
export const PASSWORD_LENGTH_MAX = 256;
/** Below it a password is guessed within the tries that somebody with the stolen table can afford. */
const GUESSES_MIN_LOG10 = 10;
/**
 * The estimate takes time of the event loop that grows with the length and with the ways to read look-alikes (`4` for `a`): with these
 * two no password takes more than a few milliseconds. One whose beginning is hard to guess is not guessed.
 */
const ESTIMATED_LENGTH_MAX = 32;
const LOOK_ALIKES_MAX = 8;

/** What is wrong with a password. */
export type PasswordProblem = 'password_too_short' | 'password_too_long' | 'password_too_common';

let estimator: Promise<ZxcvbnFactory> | undefined;

/** One text however the keyboard composed it. */
export function normalizedPassword(password: string): string {
  return password.normalize('NFKC');
}

/**
 * Why this password cannot be taken, or null.
 *
 * @param context what a guesser tries first: name and e-mail address of the person.
 */
export async function passwordProblem(password: string, context: readonly string[]): Promise<PasswordProblem | null> {
  const length = password.length > 4 * PASSWORD_LENGTH_MAX ? Infinity : [...normalizedPassword(password)].length;
  if (length < PASSWORD_LENGTH_MIN) return 'password_too_short';
  if (length > PASSWORD_LENGTH_MAX) return 'password_too_long';
  const estimate = (await (estimator ??= loadEstimator())).check(estimated(password), wordsOf(context));
  return estimate.guessesLog10 < GUESSES_MIN_LOG10 ? 'password_too_common' : null;
}

function estimated(password: string): string {
  return [...normalizedPassword(password)].slice(0, ESTIMATED_LENGTH_MAX).join('');
}

/** Each as a whole and in its parts: `asha.rao@example.com` is also asha, rao and example. */
function wordsOf(context: readonly string[]): string[] {
  const whole = ['hundi', ...context].map((text) => text.toLowerCase());
  return [...new Set(whole.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]))].filter((word) => word.length > 2);
}

/** Loaded when the first password is chosen: its lists take megabytes, and most processes never need them. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs: graphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Factory({ dictionary, graphs, l33tMaxSubstitutions: LOOK_ALIKES_MAX });
}
