import { MalformedAnswerError, RequestRefusedError, type AnswerReader } from '#partner-http';
import type { ProviderCalls } from '../network/provider-calls';
import { addressOf, dateOf } from '../network/read-holder';
import { refused, undecided } from '../network/undecided';
import type { CallContext, KycFinding, KycInquiry, KycRequest, KycStep } from '../provider';

type Headers = Readonly<Record<string, string>>;

const ADDRESS = {
  rest: ['house', 'street', 'landmark', 'locality', 'vtc', 'postOffice', 'subDistrict'],
  city: ['district'],
  state: 'state',
  pinCode: 'pin',
};

/** The register knows no such document of this customer. */
const NO_DOCUMENT: ReadonlySet<string> = new Set(['aadhaar_not_linked', 'aadhaar_not_available']);
/** The customer took the consent back, or gave it to something else. */
const NO_CONSENT: ReadonlySet<string> = new Set(['user_consent_not_given', 'invalid_grant', 'token_revoked']);
const OVER: ReadonlySet<string> = new Set(['request_not_found', 'invalid_token']);

/** Aadhaar from DigiLocker through Setu: the customer signs in there and consents, then the record is fetched. */
export class SetuDigilocker {
  constructor(
    private readonly calls: ProviderCalls,
    private readonly headers: Headers,
  ) {}

  /** Setu takes no id of ours; a request that is never used costs nothing and expires. */
  async start({ redirectUrl }: KycRequest, ctx: CallContext): Promise<KycStep> {
    try {
      const outgoing = { body: { redirectUrl }, headers: this.headers };
      return linkIn(await this.calls.post('create_digilocker', '/api/digilocker/', outgoing, ctx));
    } catch (error) {
      return undecided(error);
    }
  }

  async fetch({ reference, last4 }: KycInquiry, ctx: CallContext): Promise<KycStep> {
    const path = `/api/digilocker/${encodeURIComponent(reference)}`;
    try {
      const answer = await this.calls.get('fetch_digilocker', `${path}/status`, { headers: this.headers }, ctx);
      const status = answer.text('status', 40);
      if (status === 'unauthenticated') return { kind: 'pending', reference };
      if (status === 'revoked') return { kind: 'done', reference, finding: refused('consent_missing') };
      if (status !== 'authenticated') throw new MalformedAnswerError('status');
      const record = await this.calls.get('fetch_aadhaar', `${path}/aadhaar`, { headers: this.headers }, ctx);
      return { kind: 'done', reference, finding: aadhaarIn(record.object('aadhaar'), last4) };
    } catch (error) {
      return refusal(error, reference) ?? undecided(error);
    }
  }
}

function refusal(error: unknown, reference: string): KycStep | undefined {
  const code = error instanceof RequestRefusedError ? (error.code ?? '') : '';
  if (NO_DOCUMENT.has(code)) return { kind: 'done', reference, finding: refused('document_not_found') };
  if (NO_CONSENT.has(code)) return { kind: 'done', reference, finding: refused('consent_missing') };
  return OVER.has(code) ? { kind: 'ended', reference, reason: 'session_expired' } : undefined;
}

function linkIn(answer: AnswerReader): KycStep {
  const url = answer.text('url', 2_048);
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') throw new MalformedAnswerError('url');
  const expiresAtMs = Date.parse(answer.text('validUpto', 40));
  if (Number.isNaN(expiresAtMs)) throw new MalformedAnswerError('validUpto');
  return { kind: 'redirect', reference: answer.text('id', 64), url, expiresAtMs };
}

/** The consent may come from another person's account: the number must be the one that was given. */
function aadhaarIn(record: AnswerReader, last4: string): KycFinding {
  if (!record.text('maskedNumber', 20).endsWith(last4)) return refused('document_not_found');
  if (record.findObject('verified')?.isFalse('signature')) return refused('signature_invalid');
  const dateOfBirth = dateOf(record.findText('dateOfBirth', 20));
  const address = addressOf(record.findObject('address'), ADDRESS);
  const holder = { name: record.text('name', 300), ...(dateOfBirth !== undefined && { dateOfBirth }), ...(address && { address }) };
  return { verdict: 'valid', holder, match: {}, warnings: [] };
}
