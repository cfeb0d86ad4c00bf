import type { ErrorCode, ErrorDetails } from '#contracts';

/** A list that cannot be answered: the code of the error and what may be said about it. */
export class ListError extends Error {
  override readonly name = 'ListError';

  constructor(
    readonly code: Extract<ErrorCode, 'cursor_invalid' | 'expand_invalid' | 'projection_behind' | 'service_unavailable'>,
    readonly details: ErrorDetails = {},
  ) {
    super(details.message ?? code);
  }
}
