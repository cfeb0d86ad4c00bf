import { ERRORS, testingSectionOf } from '#contracts';
import type { ErrorCode, ErrorDetails, ErrorRow, FieldProblem } from '#contracts';

/** Problems listed in one answer; a body may hold thousands of unknown fields. */
export const PROBLEMS_MAX = 50;

/** What an error needs beyond its code and details. */
export interface ErrorPlace {
  requestId: string;
  /** Without a slash at the end. */
  publicUrl: string;
}

/** Every member of the body, in its order, as long as nothing is known about it. */
const EMPTY = {
  type: null,
  code: null,
  message: null,
  param: null,
  decline_code: null,
  source: null,
  step: null,
  reason: null,
  retryable: null,
  hint: null,
  doc_url: null,
  request_id: null,
  payment_id: null,
  existing_id: null,
  current_status: null,
  allowed_from: null,
  amount_available: null,
  errors: null,
};

/**
 * The one body of every error (docs/reference/api-conventions.md, Errors), as JSON text. All members are always there, null when
 * empty; `errors` lists every problem with a field, also when there is only one.
 */
export function renderError(code: ErrorCode, details: ErrorDetails, place: ErrorPlace): string {
  const { type, retryable, message: usual, hint: usualHint }: ErrorRow = ERRORS[code];
  const { message = usual, hint = usualHint } = details;
  return JSON.stringify(
    {
      error: {
        ...EMPTY,
        ...details,
        type,
        code,
        message: withSubject(message, details),
        retryable,
        hint,
        doc_url: `${place.publicUrl}${docPath(code, details.reason)}`,
        request_id: details.request_id ?? place.requestId,
        errors: problemsOf(code, message, details).map(renderProblem),
      },
    },
    nullForMissing,
  );
}

/** What the sandbox refuses is explained with the values that it takes. */
function docPath(code: ErrorCode, reason: string | undefined): string {
  const section = testingSectionOf(reason);
  if (section === undefined) return `/docs/errors#${code}`;
  return section === '' ? '/docs/testing' : `/docs/testing#${section}`;
}

/** Services say what is wrong with a field without its name, like our own checks: alone at the top it needs its subject. */
function withSubject(message: string, { param }: ErrorDetails): string {
  return param !== undefined && /^(?:must|may|is|has|needs|cannot) /.test(message) ? `${param} ${message}` : message;
}

/** A detail that is there without a value is empty too; JSON.stringify alone would leave it out. */
function nullForMissing(_key: string, value: unknown): unknown {
  return value === undefined ? null : value;
}

function problemsOf(code: ErrorCode, message: string, details: ErrorDetails): FieldProblem[] {
  if (details.errors !== undefined) return details.errors.slice(0, PROBLEMS_MAX);
  if (ERRORS[code].status !== 400 || details.param === undefined) return [];
  return [{ param: details.param, code, message, reason: details.reason }];
}

function renderProblem({ param, code, message, reason }: FieldProblem): Record<string, unknown> {
  return { param, code, message, reason: reason ?? null };
}
