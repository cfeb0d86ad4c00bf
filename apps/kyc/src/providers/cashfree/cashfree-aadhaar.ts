import { RequestRefusedError, type AnswerReader } from '#partner-http';
import { dateOf } from '../network/read-holder';
import { refused, undecided } from '../network/undecided';
import type { CallContext, KycFinding, KycInquiry, KycRequest, KycStep } from '../provider';
import type { Secret } from '../secret';
import { isAboutNumber, isDuplicate, sentenceOf, type CashfreeCalls } from './cashfree-calls';
import { splitAddress } from './cashfree-sources';

/** UIDAI's OTPs live ten minutes; another one after a minute. */
const OTP_WINDOW_MS = 600_000;
const RESEND_AFTER_MS = 60_000;

/** Aadhaar by OTP: one goes to the linked mobile, and comes back for the record (offline e-KYC). */
export class CashfreeAadhaar {
  constructor(private readonly calls: CashfreeCalls) {}

  /** Cashfree takes no id of ours here; while an OTP is on its way it answers 409, so that a repetition sends no second one. */
  async sendOtp({ documentNumber }: Pick<KycRequest, 'documentNumber'>, ctx: CallContext): Promise<KycStep> {
    try {
      const answer = await this.calls.post('send_otp', '/offline-aadhaar/otp', { aadhaar_number: documentNumber.reveal() }, ctx);
      return otpStep(answer, ctx.nowMs);
    } catch (error) {
      if (isDuplicate(error)) return { kind: 'unavailable', reason: 'provider_unavailable', isUnknown: true };
      if (isAboutNumber(error)) return { kind: 'done', reference: null, finding: refused('number_invalid') };
      return undecided(error);
    }
  }

  /** The one before goes on when Cashfree sends none yet. */
  async resendOtp({ reference }: KycInquiry, request: KycRequest, ctx: CallContext): Promise<KycStep> {
    const step = await this.sendOtp(request, ctx);
    const isTooSoon = step.kind === 'unavailable' && step.reason === 'provider_unavailable' && step.isUnknown;
    return isTooSoon ? sent(reference, ctx.nowMs) : step;
  }

  async submitOtp({ reference }: KycInquiry, otp: Secret, ctx: CallContext): Promise<KycStep> {
    try {
      const answer = await this.calls.post('submit_otp', '/offline-aadhaar/verify', { otp: otp.reveal(), ref_id: reference }, ctx);
      return { kind: 'done', reference, finding: recordIn(answer) };
    } catch (error) {
      return otpRefusal(error, reference) ?? undecided(error);
    }
  }
}

function sent(reference: string, nowMs: number): KycStep {
  return { kind: 'otp', reference, expiresAtMs: nowMs + OTP_WINDOW_MS, resendAfterMs: nowMs + RESEND_AFTER_MS };
}

/** HTTP 200 also when nothing was sent: the sentence says why. */
function otpStep(answer: AnswerReader, nowMs: number): KycStep {
  const message = answer.findText('message', 300) ?? '';
  const reference = answer.findText('ref_id', 64) ?? null;
  if (/not linked/i.test(message)) return { kind: 'done', reference, finding: refused('mobile_not_linked') };
  if (answer.text('status', 40).toUpperCase() !== 'SUCCESS' || /invalid/i.test(message)) {
    return { kind: 'done', reference, finding: refused('document_not_found') };
  }
  return sent(answer.text('ref_id', 64), nowMs);
}

function otpRefusal(error: unknown, reference: string): KycStep | undefined {
  if (!(error instanceof RequestRefusedError) || !error.isAboutRequest) return undefined;
  const sentence = sentenceOf(error);
  if (/expired|session/.test(sentence)) return { kind: 'otp_wrong', reference, reason: 'otp_expired' };
  return /otp/.test(sentence) ? { kind: 'otp_wrong', reference, reason: 'otp_incorrect' } : undefined;
}

/** The record of an Aadhaar holder, as the OTP and DigiLocker bring it. */
export function recordIn(answer: AnswerReader): KycFinding {
  const status = answer.text('status', 40).toUpperCase();
  if (status !== 'VALID' && status !== 'SUCCESS') return refused('document_not_found');
  const dateOfBirth = dateOf(answer.findText('dob', 20));
  const address = splitAddress(answer.findObject('split_address'), answer.findText('address', 600));
  const holder = { name: answer.text('name', 300), ...(dateOfBirth !== undefined && { dateOfBirth }), ...(address && { address }) };
  return { verdict: 'valid', holder, match: {}, warnings: [] };
}
