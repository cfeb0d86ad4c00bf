/** Postgres, Appendix A. */
const UNIQUE_VIOLATION = '23505';

/** Whether Postgres refused a row because a unique index has it already: of two who write the same at once, the second. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === UNIQUE_VIOLATION;
}
