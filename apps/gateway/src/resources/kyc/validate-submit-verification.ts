import type { DetailName, DocumentDetailsDto, FieldProblem, SubmitVerificationDto } from '#contracts';
import { clearDetailProblems, detailFormProblems } from './validate-details';

const INPUTS = ['otp', 'share_code', 'document_details'] as const;

/** Exactly one thing is handed in, and it has its form. @param wrong fields whose problems are reported without it. */
export function validateSubmitVerification(
  dto: SubmitVerificationDto,
  { nowMs }: { nowMs: number },
  wrong: ReadonlySet<string>,
): FieldProblem[] {
  const [first, second] = INPUTS.filter((name) => dto[name] != null || wrong.has(name));
  if (first === undefined) return [{ param: 'otp', code: 'parameter_missing', message: 'is required, or share_code or document_details.' }];
  if (second !== undefined) return [{ param: first, code: 'parameters_exclusive', message: `excludes ${second}: send one of them.` }];
  return dto.document_details == null || wrong.has('document_details') ? [] : detailsProblems(dto.document_details, nowMs);
}

function detailsProblems(details: DocumentDetailsDto, nowMs: number): FieldProblem[] {
  const problems = [...detailFormProblems(details, nowMs), ...clearDetailProblems(details)];
  if (details.method != null) {
    problems.push({ param: 'document_details.method', code: 'parameter_invalid', message: 'cannot be changed: make a new verification.' });
  }
  return problems;
}

/** What a submission brings of what `next_action.missing` can name. */
export function givenDetailNames({ share_code: shareCode, document_details: details }: SubmitVerificationDto): DetailName[] {
  const given: Record<DetailName, unknown> = {
    full_name: details?.full_name,
    date_of_birth: details?.date_of_birth,
    ifsc: details?.ifsc,
    file_number: details?.file_number,
    redirect_url: details?.redirect_url,
    share_code: shareCode ?? details?.share_code,
  };
  return (Object.keys(given) as DetailName[]).filter((name) => given[name] != null && given[name] !== '');
}
