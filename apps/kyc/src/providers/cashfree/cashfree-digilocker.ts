import type { DocumentType } from '#contracts';
import { MalformedAnswerError, type AnswerReader } from '#partner-http';
import { dateOf } from '../network/read-holder';
import { refused, undecided } from '../network/undecided';
import type { CallContext, KycFinding, KycInquiry, KycRequest, KycStep } from '../provider';
import { isDuplicate, isMissing, type CashfreeCalls } from './cashfree-calls';
import { recordIn } from './cashfree-aadhaar';

/** The link lives ten minutes, the consent one hour. */
const LINK_WINDOW_MS = 600_000;

/** Cashfree's words for what DigiLocker is asked for. */
export const DIGILOCKER_WORDS: Readonly<Partial<Record<DocumentType, string>>> = { aadhaar: 'AADHAAR', pan: 'PAN' };

/** DigiLocker through Cashfree: the customer signs in on its page and consents, then the issuer's document is fetched. */
export class CashfreeDigilocker {
  constructor(private readonly calls: CashfreeCalls) {}

  async start({ documentType, redirectUrl }: KycRequest, ctx: CallContext): Promise<KycStep> {
    const body = { document_requested: [DIGILOCKER_WORDS[documentType]], redirect_url: redirectUrl, user_flow: 'signin' };
    try {
      return linkIn(await this.create(body, ctx.idempotencyKey, ctx), ctx.nowMs);
    } catch (error) {
      if (!isDuplicate(error)) return undecided(error);
      // The link of a call without a reply is not returned again; a second one costs nothing, because only documents are billed.
      return await this.create(body, `${ctx.idempotencyKey}.${String(ctx.nowMs)}`, ctx)
        .then((answer) => linkIn(answer, ctx.nowMs))
        .catch(undecided);
    }
  }

  async fetch(inquiry: KycInquiry, ctx: CallContext): Promise<KycStep> {
    const { reference } = inquiry;
    try {
      const answer = await this.calls.get('fetch_digilocker', '/digilocker', { reference_id: reference }, ctx);
      const status = answer.text('status', 40).toUpperCase();
      if (status === 'PENDING') return { kind: 'pending', reference };
      if (status === 'AUTHENTICATED') return { kind: 'done', reference, finding: await this.documentOf(inquiry, ctx) };
      if (/DENIED/.test(status)) return { kind: 'done', reference, finding: refused('consent_missing') };
      if (status !== 'EXPIRED' && status !== 'CONSENT_EXPIRED') throw new MalformedAnswerError('status');
      return { kind: 'ended', reference, reason: 'session_expired' };
    } catch (error) {
      return isMissing(error) ? { kind: 'ended', reference, reason: 'session_expired' } : undecided(error);
    }
  }

  private create(body: object, verificationId: string, ctx: CallContext): Promise<AnswerReader> {
    return this.calls.post('create_digilocker', '/digilocker', { verification_id: verificationId, ...body }, ctx);
  }

  private async documentOf({ documentType, reference, last4 }: KycInquiry, ctx: CallContext): Promise<KycFinding> {
    const path = `/digilocker/document/${DIGILOCKER_WORDS[documentType] ?? 'AADHAAR'}`;
    const answer = await this.calls.get('fetch_document', path, { reference_id: reference }, ctx);
    if (/NOT_LINKED/.test(answer.findText('status', 60) ?? '')) return refused('document_not_found');
    return documentType === 'pan' ? panIn(answer, last4) : aadhaarIn(answer, last4);
  }
}

function linkIn(answer: AnswerReader, nowMs: number): KycStep {
  const url = answer.text('url', 2_048);
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') throw new MalformedAnswerError('url');
  return { kind: 'redirect', reference: answer.text('reference_id', 64), url, expiresAtMs: nowMs + LINK_WINDOW_MS };
}

function aadhaarIn(answer: AnswerReader, last4: string): KycFinding {
  // The consent may come from another person's account: the number must be the one that was given.
  if (!answer.text('uid', 20).endsWith(last4)) return refused('document_not_found');
  return recordIn(answer);
}

function panIn(answer: AnswerReader, last4: string): KycFinding {
  if (!answer.text('pan', 20).toUpperCase().endsWith(last4)) return refused('document_not_found');
  const dateOfBirth = dateOf(answer.findText('dob', 20));
  const name = answer.findText('name_pan_card', 300) ?? answer.text('name', 300);
  return { verdict: 'valid', holder: { name, ...(dateOfBirth !== undefined && { dateOfBirth }) }, match: {}, warnings: [] };
}
