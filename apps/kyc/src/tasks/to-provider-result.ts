import { SubjectErasedError, SubjectUnknownError, type PersonalData, type Seal } from '#personal-data';
import type { ProviderResult, VerificationResult } from '../verification/decide/step';
import { recordSubjectOf } from '../erasure/record-subject';
import { assess, type AssessedFacts, type GivenDetails, type NameThresholds } from '../providers/assess';
import type { KycFinding, KycStep } from '../providers/provider';

/** What a provider's answer is turned into the words of the domain with. */
export interface AnswerContext {
  personalData: PersonalData;
  accountId: string;
  verificationId: string;
  /** What the finding is held against; unsealed only when it is needed. */
  given: () => Promise<GivenDetails>;
  thresholds: NameThresholds;
  nowMs: number;
  /** Until the next question, when the provider needs time, milliseconds. */
  pauseMs: number;
}

/** Answer → what can be said about the verification, with what is personal sealed. @throws PersonalDataUnavailableError. */
export async function toProviderResult(step: KycStep, context: AnswerContext): Promise<ProviderResult> {
  const { nowMs, pauseMs } = context;
  switch (step.kind) {
    case 'done':
      return resultOfFinding(step.finding, context);
    case 'otp':
      return { kind: 'otp', expiresAtMs: step.expiresAtMs, resendAfterMs: step.resendAfterMs };
    case 'otp_wrong':
      return { kind: 'otp_wrong', reason: step.reason };
    case 'redirect':
      return { kind: 'redirect', url: step.url, expiresAtMs: step.expiresAtMs, checkAtMs: nowMs + pauseMs };
    case 'pending':
      return { kind: 'pending', checkAtMs: nowMs + pauseMs };
    case 'ended':
      return { kind: 'ended', reason: step.reason };
    case 'unavailable':
      return { ...step, retryAtMs: nowMs };
  }
}

async function resultOfFinding(finding: KycFinding, context: AnswerContext): Promise<ProviderResult> {
  if (finding.verdict === 'refused') return { kind: 'failed', reason: finding.reason };
  const assessment = assess(finding, await context.given(), context.thresholds);
  const result = resultOf(assessment.facts, await sealOf(context));
  if (assessment.verdict === 'passed') return { kind: 'passed', result };
  const { reason } = assessment;
  return assessment.verdict === 'failed' ? { kind: 'failed', reason, result } : { kind: 'review', reason, result };
}

/** Under the key of the verification: one that is redacted gets nothing that is personal, however late the register answers. */
async function sealOf({ personalData, accountId, verificationId }: AnswerContext): Promise<Seal | null> {
  try {
    return await personalData.sealerOf(recordSubjectOf({ accountId, verificationId }), { mayCreate: false });
  } catch (error) {
    if (error instanceof SubjectErasedError || error instanceof SubjectUnknownError) return null;
    throw error;
  }
}

function resultOf({ name, dateOfBirth, address, ...facts }: AssessedFacts, seal: Seal | null): VerificationResult {
  if (seal === null) return facts;
  return {
    ...facts,
    ...(name !== undefined && { customerName: seal(name, 'verified_name') }),
    ...(dateOfBirth !== undefined && { dateOfBirth: seal(dateOfBirth, 'date_of_birth') }),
    ...(address !== undefined && { address: seal(address, 'verified_address') }),
  };
}
