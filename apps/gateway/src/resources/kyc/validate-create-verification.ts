import {
  bareText,
  containsDocumentNumber,
  documentTypeOf,
  holdsAddress,
  methodsOf,
  readDocumentNumber,
  type CreateVerificationDto,
  type DocumentDetailsDto,
  type DocumentType,
  type FieldProblem,
} from '#contracts';
import { detailFormProblems, hiddenNumberProblem, numberProblem } from './validate-details';

export interface CreateVerificationRules {
  livemode: boolean;
  /** Milliseconds since the epoch. */
  nowMs: number;
}

/** Consent is captured before it is sent; clocks differ by minutes at most. */
const CONSENT_AHEAD_MAX_MS = 300_000;

/** What spans fields or depends on the mode (docs/reference/identity-documents.md). No problem repeats what was sent. */
export function validateCreateVerification(dto: CreateVerificationDto, rules: CreateVerificationRules): FieldProblem[] {
  const type = typeof dto.document_type === 'string' ? documentTypeOf(dto.document_type) : undefined;
  const ofType = type === undefined ? unknownType(dto.document_type) : typeProblems(dto, type, rules);
  return [...ofType, ...consentProblems(dto, rules), ...clearTextProblems(dto)];
}

function unknownType(word: unknown): FieldProblem[] {
  if (typeof word !== 'string') return [];
  return [
    {
      param: 'document_type',
      code: 'document_type_unsupported',
      message: 'is not a document type that can be verified.',
      reason: 'unsupported_document_type',
    },
  ];
}

function typeProblems(dto: CreateVerificationDto, type: DocumentType, { livemode, nowMs }: CreateVerificationRules): FieldProblem[] {
  const problems = [...numberProblems(dto.document_number, type, livemode), ...detailProblems(dto.document_details ?? {}, type, nowMs)];
  if (dto.verify_address === true && !holdsAddress(type)) {
    problems.push({
      param: 'verify_address',
      code: 'parameter_invalid',
      message: 'The source of this document holds no address.',
      reason: 'address_not_available_for_document',
    });
  }
  return problems;
}

/** Live mode checks everything; the sandbox makes a failed verification of a number that only fails its specific check. */
function numberProblems(number: unknown, type: DocumentType, livemode: boolean): FieldProblem[] {
  if (typeof number !== 'string') return [];
  const verdict = readDocumentNumber(type, number);
  if ('problem' in verdict) return [numberProblem('document_number', verdict.problem)];
  const { failedCheck } = verdict.document;
  return livemode && failedCheck !== null ? [numberProblem('document_number', failedCheck)] : [];
}

function detailProblems(details: Partial<DocumentDetailsDto>, type: DocumentType, nowMs: number): FieldProblem[] {
  const { method } = details;
  const problems = detailFormProblems(details, nowMs);
  if (method != null && !methodsOf(type).includes(method)) {
    const message = `must be one of ${methodsOf(type).join(', ')} for this document.`;
    problems.push({ param: 'document_details.method', code: 'parameter_invalid', message });
  }
  return problems;
}

function consentProblems({ consent }: CreateVerificationDto, { livemode, nowMs }: CreateVerificationRules): FieldProblem[] {
  if (consent == null) {
    const message = 'is required in live mode: the rules on Aadhaar and personal data demand it.';
    return livemode ? [{ param: 'consent', code: 'parameter_missing', message, reason: 'consent_missing' }] : [];
  }
  const problems: FieldProblem[] = [];
  if (consent.given === false) {
    problems.push({ param: 'consent.given', code: 'parameter_invalid', message: 'must be true.', reason: 'consent_missing' });
  }
  if (consent.captured_at * 1000 > nowMs + CONSENT_AHEAD_MAX_MS) {
    const message = 'must not be in the future.';
    problems.push({ param: 'consent.captured_at', code: 'parameter_invalid', message, reason: 'in_the_future' });
  }
  return problems;
}

/** What is kept and shown as it was sent: the number that has a mask everywhere else must not stand there. */
function clearTextProblems(dto: CreateVerificationDto): FieldProblem[] {
  const digits = numberIn(dto);
  const isHidden = (text: string): boolean => containsDocumentNumber(text) || (digits !== undefined && bareText(text).includes(digits));
  return clearTexts(dto).flatMap(({ param, code, texts }) => {
    return texts.some(isHidden) ? [hiddenNumberProblem(param, code)] : [];
  });
}

function clearTexts({ metadata, consent, document_details: details }: CreateVerificationDto) {
  const { text_version, purpose, channel, language } = consent ?? {};
  const texts = Object.entries({ text_version, purpose, channel, language });
  return [
    {
      param: 'metadata',
      code: 'metadata_invalid' as const,
      texts: Object.entries(metadata ?? {}).flatMap(([key, value]) => [key, String(value)]),
    },
    { param: 'document_details.redirect_url', code: 'url_invalid' as const, texts: [details?.redirect_url ?? ''] },
    { param: 'document_details.full_name', code: 'parameter_invalid' as const, texts: [details?.full_name ?? ''] },
    ...texts.map(([name, text]) => ({ param: `consent.${name}`, code: 'parameter_invalid' as const, texts: [text ?? ''] })),
  ];
}

/** The number of the body without separators, when it is one. */
function numberIn({ document_type: type, document_number: number }: CreateVerificationDto): string | undefined {
  const known = documentTypeOf(String(type));
  const verdict = known === undefined || typeof number !== 'string' ? undefined : readDocumentNumber(known, number);
  return verdict !== undefined && 'document' in verdict ? bareText(verdict.document.number) : undefined;
}
