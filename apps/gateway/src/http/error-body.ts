import { ERRORS } from '#contracts';
import type { ErrorCode, ErrorDetails, FieldProblem } from '#contracts';

/** Problems listed in one answer; a body may hold thousands of unknown fields. */
export const PROBLEMS_MAX = 50;

/** What an error needs beyond its code and details. */
export interface ErrorPlace {
  requestId: string;
  /** Without a slash at the end. */
  publicUrl: string;
}

/**
 * The one body of every error (spec/api.md 2.4), as JSON text. All members are always there, null when empty; `errors`
 * lists every problem with a field, also when there is only one.
 */
export function renderError(code: ErrorCode, details: ErrorDetails, place: ErrorPlace): string {
  const row = ERRORS[code];
  const message = details.message ?? row.message;
  return JSON.stringify({
    error: {
      type: row.type,
      code,
      message,
      param: details.param ?? null,
      decline_code: details.decline_code ?? null,
      source: details.source ?? null,
      step: details.step ?? null,
      reason: details.reason ?? null,
      retryable: row.retryable,
      hint: details.hint ?? null,
      doc_url: `${place.publicUrl}/docs/errors#${code}`,
      request_id: place.requestId,
      payment_id: details.payment_id ?? null,
      current_status: details.current_status ?? null,
      allowed_from: details.allowed_from ?? null,
      errors: problemsOf(code, message, details).map(renderProblem),
    },
  });
}

function problemsOf(code: ErrorCode, message: string, details: ErrorDetails): FieldProblem[] {
  if (details.errors !== undefined) return details.errors.slice(0, PROBLEMS_MAX);
  if (ERRORS[code].status !== 400 || details.param === undefined) return [];
  return [{ param: details.param, code, message, reason: details.reason }];
}

function renderProblem({ param, code, message, reason }: FieldProblem): Record<string, unknown> {
  return { param, code, message, reason: reason ?? null };
}
