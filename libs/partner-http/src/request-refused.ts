import type { AnswerReader } from './answer-reader';

/** A partner answered 4xx. Its own sentence stays outside: it may repeat what was sent. */
export class RequestRefusedError extends Error {
  override readonly name = 'RequestRefusedError';

  constructor(
    readonly status: number,
    /** The partner's word, when it looks like one. */
    readonly code: string | undefined,
    /** The object that explains the refusal. */
    readonly problem: AnswerReader | undefined,
  ) {
    super(`the partner refused the request with ${status}`);
  }

  /** False for credentials that are wrong or may not do this: nothing was said about the request itself. */
  get isAboutRequest(): boolean {
    return this.status !== 401 && this.status !== 403;
  }
}

const CODE_LENGTH_MAX = 64;

/** Words of other people are kept only when they look like codes: a sentence may carry a name or a number. */
export function asCode(word: string | undefined): string | undefined {
  return word !== undefined && word.length <= CODE_LENGTH_MAX && /^[A-Za-z0-9_.-]+$/.test(word) ? word : undefined;
}
