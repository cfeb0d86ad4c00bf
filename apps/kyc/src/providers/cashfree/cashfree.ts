import { PartnerHttp, type PartnerDelivery, type PartnerHttpOptions } from '#partner-http';
import type { DocumentType } from '#contracts';
import { ProviderCalls } from '../network/provider-calls';
import { refused, undecided } from '../network/undecided';
import type { CallContext, KycCapability, KycInquiry, KycProvider, KycProviderEvent, KycRequest, KycStep } from '../provider';
import type { Secret } from '../secret';
import { CashfreeAadhaar } from './cashfree-aadhaar';
import { CashfreeBank } from './cashfree-bank';
import { CashfreeCalls, isAboutNumber, isDuplicate, isMissing } from './cashfree-calls';
import { CashfreeDigilocker, DIGILOCKER_WORDS } from './cashfree-digilocker';
import { bodyFor, CASHFREE_SOURCES, type CashfreeSource } from './cashfree-sources';
import { parseSecureIdWebhook } from './cashfree-webhook';

/** What the operator configures for the adapter. */
export interface CashfreeSecureIdOptions extends Pick<PartnerHttpOptions, 'observe' | 'onCircuit'> {
  /** For example `https://api.cashfree.com/verification`. */
  apiUrl: string;
  clientId: string;
  clientSecret: string;
  /** Secrets before it that may still sign webhooks. */
  webhookSecrets?: readonly string[];
}

const keysOf = <TKey extends string>(record: Partial<Record<TKey, unknown>>): TKey[] => Object.keys(record) as TKey[];

/** Cashfree Secure ID (docs/reference/identity-providers.md, Cashfree Secure ID). */
export class CashfreeSecureId implements KycProvider {
  readonly name = 'cashfree';
  private readonly calls: CashfreeCalls;
  private readonly aadhaar: CashfreeAadhaar;
  private readonly bank: CashfreeBank;
  private readonly digilocker: CashfreeDigilocker;

  constructor(
    http: PartnerHttp,
    private readonly webhookSecrets: readonly string[],
  ) {
    this.calls = new CashfreeCalls(new ProviderCalls(http));
    this.aadhaar = new CashfreeAadhaar(this.calls);
    this.bank = new CashfreeBank(this.calls);
    this.digilocker = new CashfreeDigilocker(this.calls);
  }

  capabilities(): readonly KycCapability[] {
    return [
      { documentType: 'aadhaar', method: 'otp', requires: [] },
      { documentType: 'bank_account', method: 'penny_drop', requires: ['ifsc'] },
      ...keysOf(CASHFREE_SOURCES).map((documentType) => ({
        documentType,
        method: 'database' as const,
        requires: sourceOf(documentType).requires,
        ...(!sourceOf(documentType).takesOwnId && { isChargedEachTime: true as const }),
      })),
      ...keysOf(DIGILOCKER_WORDS).map((documentType) => ({
        documentType,
        method: 'digilocker' as const,
        requires: ['redirect_url'] as const,
      })),
    ];
  }

  start(request: KycRequest, ctx: CallContext): Promise<KycStep> {
    switch (request.method) {
      case 'otp':
        return this.aadhaar.sendOtp(request, ctx);
      case 'penny_drop':
        return this.bank.start(request, ctx);
      case 'digilocker':
        return this.digilocker.start(request, ctx);
      default:
        return this.lookUp(request, ctx);
    }
  }

  submitOtp(inquiry: KycInquiry, otp: Secret, ctx: CallContext): Promise<KycStep> {
    return this.aadhaar.submitOtp(inquiry, otp, ctx);
  }

  resendOtp(inquiry: KycInquiry, request: KycRequest, ctx: CallContext): Promise<KycStep> {
    return this.aadhaar.resendOtp(inquiry, request, ctx);
  }

  fetch(inquiry: KycInquiry, ctx: CallContext): Promise<KycStep> {
    if (inquiry.method === 'penny_drop') return this.bank.fetch(inquiry, ctx);
    if (inquiry.method === 'digilocker') return this.digilocker.fetch(inquiry, ctx);
    if (inquiry.method === 'otp') return Promise.resolve({ kind: 'pending', reference: inquiry.reference });
    return this.readBack(sourceOf(inquiry.documentType), ctx);
  }

  parseWebhook(delivery: PartnerDelivery): KycProviderEvent[] {
    return parseSecureIdWebhook(delivery, this.webhookSecrets);
  }

  private async lookUp(request: KycRequest, ctx: CallContext): Promise<KycStep> {
    const source = sourceOf(request.documentType);
    try {
      const answer = await this.calls.post(operationOf(source), source.path, bodyFor(source, request, ctx), ctx);
      return { kind: 'done', reference: answer.findText('reference_id', 64) ?? null, finding: source.find(answer, ctx.nowMs) };
    } catch (error) {
      if (isDuplicate(error) && source.takesOwnId) return this.readBack(source, ctx);
      if (isAboutNumber(error)) return { kind: 'done', reference: null, finding: refused('number_invalid') };
      return isMissing(error) ? { kind: 'done', reference: null, finding: refused('document_not_found') } : undecided(error);
    }
  }

  /** What our own id was answered before: asking costs nothing. */
  private async readBack(source: CashfreeSource, ctx: CallContext): Promise<KycStep> {
    try {
      const answer = await this.calls.get(`read_back_${operationOf(source)}`, source.path, { verification_id: ctx.idempotencyKey }, ctx);
      return { kind: 'done', reference: answer.findText('reference_id', 64) ?? null, finding: source.find(answer, ctx.nowMs) };
    } catch (error) {
      return undecided(error);
    }
  }
}

/** The provider with its connections. `close` lets them go. */
export function createCashfreeSecureId(options: CashfreeSecureIdOptions): { provider: CashfreeSecureId; close: () => Promise<void> } {
  const { apiUrl, clientId, clientSecret, webhookSecrets = [], ...watch } = options;
  const http = new PartnerHttp({ baseUrl: apiUrl, headers: { 'x-client-id': clientId, 'x-client-secret': clientSecret }, ...watch });
  return { provider: new CashfreeSecureId(http, [clientSecret, ...webhookSecrets]), close: () => http.close() };
}

/** @throws Error for a document that Cashfree does not look up: `capabilities` says so. */
function sourceOf(type: DocumentType): CashfreeSource {
  const source = CASHFREE_SOURCES[type];
  if (source === undefined) throw new Error(`Cashfree does not look up a ${type}`);
  return source;
}

function operationOf({ path }: CashfreeSource): string {
  return path.slice(1).replaceAll('-', '_');
}
