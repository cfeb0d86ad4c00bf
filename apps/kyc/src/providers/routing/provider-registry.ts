import { methodsOf, type DocumentType, type Refusal, type VerificationMethod } from '#contracts';
import type { ProviderChoice } from '../../verification/events';
import type { KycCapability, KycProvider } from '../provider';
import type { ProviderChoices } from './provider-choices';
import type { KycRoute, RouteStop } from './routes';

const HINT =
  'The operator of this installation has to set CASHFREE_SECURE_ID_CLIENT_ID and CASHFREE_SECURE_ID_CLIENT_SECRET, or ' +
  'SETU_CLIENT_ID and SETU_CLIENT_SECRET with the product ids. Test keys work without.';

/**
 * The identity providers of live mode and the operator's rules. Choosing is a function of its arguments and the configuration
 * alone; whether a provider answers is found out by asking it.
 */
export class ProviderRegistry implements ProviderChoices {
  private readonly byName: ReadonlyMap<string, KycProvider>;

  /**
   * @param providers in the order in which they are tried where no rule says otherwise.
   * @param routes may only name providers that are given.
   */
  constructor(
    providers: readonly KycProvider[],
    private readonly routes: readonly KycRoute[] = [],
  ) {
    this.byName = new Map(providers.map((provider) => [provider.name, provider]));
  }

  /** Undefined for a name that is not configured, for example of a verification made under an earlier configuration. */
  find(name: string): KycProvider | undefined {
    return this.byName.get(name);
  }

  /** Undefined when the provider cannot do this. */
  findCapability({ provider, method }: ProviderChoice, type: DocumentType): KycCapability | undefined {
    return this.byName
      .get(provider)
      ?.capabilities()
      .find((one) => one.documentType === type && one.method === method);
  }

  choose(type: DocumentType, method: VerificationMethod | null): { chain: readonly ProviderChoice[] } | { refusal: Refusal } {
    const route = this.routeOf(type);
    const possible = route === undefined ? this.usualChain(type, method) : this.chainOf(route.stops, type);
    const chain = method === null ? possible : possible.filter((choice) => choice.method === method);
    return chain.length > 0 ? { chain } : { refusal: this.notConfigured(type, method) };
  }

  private routeOf(type: DocumentType): KycRoute | undefined {
    return (
      this.routes.find(({ documentType }) => documentType === type) ?? this.routes.find(({ documentType }) => documentType === undefined)
    );
  }

  private chainOf(stops: readonly RouteStop[], type: DocumentType): ProviderChoice[] {
    return stops.flatMap(({ provider, method: only }) => {
      const methods = only === undefined ? methodsOf(type) : [only];
      return methods.map((method) => ({ provider, method })).filter((choice) => this.findCapability(choice, type) !== undefined);
    });
  }

  /** Without a rule: every provider by one method, the usual one if anybody has it, so that fail-over changes nothing for the customer. */
  private usualChain(type: DocumentType, chosen: VerificationMethod | null): ProviderChoice[] {
    const stops = [...this.byName.keys()].map((provider) => ({ provider }));
    const possible = this.chainOf(stops, type);
    const method = chosen ?? methodsOf(type).find((one) => possible.some((choice) => choice.method === one));
    return possible.filter((choice) => choice.method === method);
  }

  /** The refusal names the settings that are missing. */
  private notConfigured(type: DocumentType, method: VerificationMethod | null): Refusal {
    const what = method === null ? type : `${type} by ${method}`;
    const message =
      this.byName.size === 0
        ? 'No identity provider is configured for live mode.'
        : `None of the configured identity providers verifies ${what}.`;
    return { code: 'processor_not_configured', details: { message, reason: 'kyc_provider_not_configured', hint: HINT } };
  }
}
