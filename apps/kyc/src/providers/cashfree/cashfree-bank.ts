import type { VerificationReason } from '#contracts';
import type { AnswerReader } from '#partner-http';
import { refused, undecided } from '../network/undecided';
import type { CallContext, KycInquiry, KycRequest, KycStep } from '../provider';
import { isAboutNumber, isDuplicate, type CashfreeCalls } from './cashfree-calls';
import { nameMatchIn } from './cashfree-sources';

const WORKING: ReadonlySet<string> = new Set(['RECEIVED', 'IN_PROCESS', 'PROCESSING', 'PENDING', 'APPROVAL_PENDING']);

/** Codes of the bank, by how they begin. What is not here says nothing about the account. */
const REASONS: readonly (readonly [RegExp, VerificationReason])[] = [
  [/^NRE_/, 'nre_account_not_supported'],
  [/^(ACCOUNT_BLOCKED|FRAUD_)/, 'account_frozen'],
  [/CLOSED/, 'account_closed'],
  [/^IMPS_/, 'imps_not_enabled'],
  [/^INVALID_/, 'account_not_found'],
];

/**
 * Penny drop. By the asynchronous call, because it takes an id of ours (`user_id`): the rupee is sent once however often the
 * call is repeated, and what became of it is read back.
 */
export class CashfreeBank {
  constructor(private readonly calls: CashfreeCalls) {}

  async start({ documentNumber, ifsc, subject }: KycRequest, ctx: CallContext): Promise<KycStep> {
    const body = {
      bank_account: documentNumber.reveal(),
      ifsc,
      ...(subject.fullName !== undefined && { name: subject.fullName }),
      user_id: ctx.idempotencyKey,
    };
    try {
      return stepIn(await this.calls.post('penny_drop', '/bank-account/async', body, ctx));
    } catch (error) {
      if (isDuplicate(error)) return this.readBack({ user_id: ctx.idempotencyKey }, ctx);
      if (isAboutNumber(error)) return { kind: 'done', reference: null, finding: refused('number_invalid') };
      return undecided(error);
    }
  }

  fetch({ reference }: KycInquiry, ctx: CallContext): Promise<KycStep> {
    return this.readBack({ reference_id: reference }, ctx);
  }

  private async readBack(query: Readonly<Record<string, string>>, ctx: CallContext): Promise<KycStep> {
    try {
      return stepIn(await this.calls.get('fetch_penny_drop', '/bank-account', query, ctx));
    } catch (error) {
      return undecided(error);
    }
  }
}

function stepIn(answer: AnswerReader): KycStep {
  const reference = answer.text('reference_id', 64);
  const status = answer.text('account_status', 40).toUpperCase();
  if (WORKING.has(status)) return { kind: 'pending', reference };
  if (status === 'VALID') {
    const name = answer.findText('name_at_bank', 300);
    return {
      kind: 'done',
      reference,
      finding: { verdict: 'valid', holder: { ...(name !== undefined && { name }) }, match: nameMatchIn(answer), warnings: [] },
    };
  }
  const code = (answer.findText('account_status_code', 64) ?? '').toUpperCase();
  const reason = REASONS.find(([pattern]) => pattern.test(code))?.[1];
  return reason === undefined
    ? { kind: 'unavailable', reason: 'provider_unavailable', isUnknown: false }
    : { kind: 'done', reference, finding: refused(reason) };
}
