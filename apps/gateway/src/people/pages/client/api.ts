import { csrf } from './browser.ts';

/** What the API answered instead of what was asked for. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** Sentences by the name of the field that they are about. */
    readonly problems: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** Errors whose hint is for people; the other hints are for programs. */
const WITH_HINT: ReadonlySet<string> = new Set(['password_too_short', 'password_too_common', 'code_invalid', 'link_invalid']);
/** What some errors mean to who sits in front of a page. */
const WORDS: Readonly<Record<string, string>> = {
  session_missing: 'You are not signed in, or not any more. Sign in and try again.',
  session_expired: 'You have not been here for a while. Sign in and try again.',
  csrf_failed: 'You have signed in or out in another tab. Load this page again.',
  second_factor_required: 'The code of your second factor is missing.',
  role_insufficient: 'Your role in this account does not allow it.',
  second_factor_missing: 'This needs a second factor. Set one up first.',
};

/** One call of the API. @throws Refusal. */
export async function call<TAnswer>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Readonly<Record<string, string>> } = {},
): Promise<TAnswer> {
  const own = csrf();
  const answer = await fetch(path, {
    ...{ method, cache: 'no-store', redirect: 'error' },
    headers: { ...(own !== '' && { 'hundi-csrf': own }), ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Refusal('unreachable', 'Hundi cannot be reached. Try again in a moment.');
  });
  const text = await answer.text();
  if (!answer.ok) throw refusalOf(answer.status, text);
  return JSON.parse(text) as TAnswer;
}

interface ErrorBody {
  code?: string;
  message?: string;
  hint?: string | null;
  errors?: { param?: string | null; message?: string; code?: string }[] | null;
}

/** What an answer says that is no good one; also one that is not ours. */
export function refusalOf(status: number, text: string): Refusal {
  const { code = 'unknown', message, hint, errors } = errorIn(text) ?? {};
  const sentence = WORDS[code] ?? (message === undefined ? `Hundi answered ${status}.` : message);
  const whole = hint && WITH_HINT.has(code) ? `${sentence} ${hint}` : sentence;
  const named = (errors ?? []).filter(({ param }) => typeof param === 'string');
  const problems = named.map((problem): [string, string] => [problem.param ?? '', named.length === 1 ? whole : (problem.message ?? '')]);
  return new Refusal(code, whole, Object.fromEntries(problems));
}

function errorIn(text: string): ErrorBody | undefined {
  try {
    return (JSON.parse(text) as { error?: ErrorBody | null } | null)?.error ?? undefined;
  } catch {
    return undefined;
  }
}
