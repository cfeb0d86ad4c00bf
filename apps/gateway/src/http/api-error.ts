import type { ErrorCode, ErrorDetails } from '#contracts';

/**
 * A "no" on its way to the caller. Thrown anywhere in the gateway, written by exactly one place (error.filter.ts).
 * `details` is public; what only the log may know goes into `internalMessage`.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly code: ErrorCode,
    readonly details: ErrorDetails = {},
    readonly headers: Readonly<Record<string, string>> = {},
    internalMessage: string = code,
  ) {
    super(internalMessage);
  }
}

/** The caller went away before its request was complete. No reply arrives; the log and the metrics must not count it as our fault. */
export function hungUp(): ApiError {
  return new ApiError('json_invalid', { message: 'The connection ended before the body did.' });
}
