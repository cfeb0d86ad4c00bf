import { PartnerHttp, RequestRefusedError, type PartnerHttpOptions } from '#partner-http';
import { usualMethodOf, type DocumentType } from '#contracts';
import { ProviderCalls } from '../network/provider-calls';
import { refused, undecided } from '../network/undecided';
import type { CallContext, KycCapability, KycInquiry, KycProvider, KycRequest, KycStep } from '../provider';
import { SetuDigilocker } from './setu-digilocker';
import { SETU_SOURCES, type SetuProduct, type SetuSource } from './setu-products';

/** What the operator configures for the adapter. */
export interface SetuOptions extends Pick<PartnerHttpOptions, 'observe' | 'onCircuit'> {
  /** For example `https://dg.setu.co`. */
  apiUrl: string;
  clientId: string;
  clientSecret: string;
  /** `x-product-instance-id` of each product that was bought; without it the product is not used. */
  products: Readonly<Partial<Record<SetuProduct, string>>>;
}

const TYPES = Object.keys(SETU_SOURCES) as (keyof typeof SETU_SOURCES)[];

/** Setu (docs/reference/identity-providers.md, Setu). It takes no ids of ours, so that each look-up is charged for. */
export class Setu implements KycProvider {
  readonly name = 'setu';
  private readonly calls: ProviderCalls;

  constructor(
    http: PartnerHttp,
    private readonly products: SetuOptions['products'],
  ) {
    this.calls = new ProviderCalls(http);
  }

  capabilities(): readonly KycCapability[] {
    const looked = TYPES.filter((type) => this.products[SETU_SOURCES[type].product] !== undefined);
    return [
      ...looked.map((documentType) => ({
        documentType,
        method: usualMethodOf(documentType),
        requires: SETU_SOURCES[documentType].requires,
        isChargedEachTime: true as const,
      })),
      ...(this.products.digilocker === undefined
        ? []
        : [{ documentType: 'aadhaar' as const, method: 'digilocker' as const, requires: ['redirect_url' as const] }]),
    ];
  }

  async start(request: KycRequest, ctx: CallContext): Promise<KycStep> {
    if (request.method === 'digilocker') return this.digilocker().start(request, ctx);
    const source = sourceOf(request.documentType);
    try {
      const outgoing = { body: source.body(request), headers: this.headersOf(source.product) };
      return source.read(await this.calls.post(`verify_${source.product}`, source.path, outgoing, ctx));
    } catch (error) {
      // For a PAN that was not issued Setu answers 404, with its usual body.
      const isNo = error instanceof RequestRefusedError && error.status === 404 && error.problem?.findText('verification') === 'failed';
      if (isNo) return { kind: 'done', reference: null, finding: refused('document_not_found') };
      return undecided(error);
    }
  }

  fetch(inquiry: KycInquiry, ctx: CallContext): Promise<KycStep> {
    if (inquiry.method === 'digilocker') return this.digilocker().fetch(inquiry, ctx);
    return Promise.resolve({ kind: 'pending', reference: inquiry.reference });
  }

  private digilocker(): SetuDigilocker {
    return new SetuDigilocker(this.calls, this.headersOf('digilocker'));
  }

  private headersOf(product: SetuProduct): Record<string, string> {
    return { 'x-product-instance-id': this.products[product] ?? '' };
  }
}

/** The provider with its connections. `close` lets them go. */
export function createSetu(options: SetuOptions): { provider: Setu; close: () => Promise<void> } {
  const { apiUrl, clientId, clientSecret, products, ...watch } = options;
  const http = new PartnerHttp({ baseUrl: apiUrl, headers: { 'x-client-id': clientId, 'x-client-secret': clientSecret }, ...watch });
  return { provider: new Setu(http, products), close: () => http.close() };
}

/** @throws Error for a document that Setu does not look up: `capabilities` says so. */
function sourceOf(type: DocumentType): SetuSource {
  const source = TYPES.find((known) => known === type);
  if (source === undefined) throw new Error(`Setu does not look up a ${type}`);
  return SETU_SOURCES[source];
}
