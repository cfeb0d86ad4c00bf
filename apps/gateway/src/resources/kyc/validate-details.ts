import {
  CHECK_SENTENCE,
  containsDocumentNumber,
  formatIstDate,
  istDateOf,
  readIfsc,
  readPassportFileNumber,
  type CheckWord,
  type DocumentDetailsDto,
  type ErrorCode,
  type FieldProblem,
} from '#contracts';

/** What is wrong with the form of details, whichever document they belong to. No problem repeats what was sent. */
export function detailFormProblems(
  { ifsc, file_number: fileNumber, date_of_birth: birthDate }: Partial<DocumentDetailsDto>,
  nowMs: number,
): FieldProblem[] {
  const problems = [
    ...numbersBeside('document_details.ifsc', ifsc, readIfsc),
    ...numbersBeside('document_details.file_number', fileNumber, readPassportFileNumber),
  ];
  if (typeof birthDate === 'string' && !isCalendarDate(birthDate)) {
    problems.push({ param: 'document_details.date_of_birth', code: 'parameter_invalid', message: 'must be a date, YYYY-MM-DD.' });
  } else if (typeof birthDate === 'string' && birthDate > formatIstDate(istDateOf(nowMs))) {
    problems.push({ param: 'document_details.date_of_birth', code: 'parameter_invalid', message: 'must not be in the future.' });
  }
  return problems;
}

/** What is shown as it was sent must hold no document number. */
export function clearDetailProblems({ full_name: fullName, redirect_url: redirectUrl }: Partial<DocumentDetailsDto>): FieldProblem[] {
  const texts = [
    { param: 'document_details.full_name', code: 'parameter_invalid' as const, text: fullName },
    { param: 'document_details.redirect_url', code: 'url_invalid' as const, text: redirectUrl },
  ];
  return texts.flatMap(({ param, code, text }) => {
    return typeof text === 'string' && containsDocumentNumber(text) ? [hiddenNumberProblem(param, code)] : [];
  });
}

/** A number where it would be kept or shown as it was sent. */
export function hiddenNumberProblem(param: string, code: ErrorCode): FieldProblem {
  return { param, code, message: 'must not contain a document number.', reason: 'document_number_not_allowed' };
}

function numbersBeside<TRead extends object>(
  param: string,
  text: unknown,
  read: (text: string) => TRead | { problem: CheckWord },
): FieldProblem[] {
  const verdict = typeof text === 'string' ? read(text) : null;
  return isProblem(verdict) ? [numberProblem(param, verdict.problem)] : [];
}

function isProblem(verdict: object | null): verdict is { problem: CheckWord } {
  return verdict !== null && 'problem' in verdict;
}

/** A number that is none, by the check that it fails. */
export function numberProblem(param: string, word: CheckWord): FieldProblem {
  const code = word === 'required' ? 'parameter_missing' : 'document_number_invalid';
  return { param, code, message: CHECK_SENTENCE[word], reason: word };
}

function isCalendarDate(text: string): boolean {
  const timeMs = Date.parse(`${text}T00:00:00Z`);
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) && !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(text);
}
