import { watchPartner, type PartnerWatch } from '#partner-http';
import type { Logger, Metrics } from '#service';
import { createCashfreeSecureId } from './cashfree/cashfree';
import type { KycProvider } from './provider';
import type { ProvidersConfig } from './providers-config';
import { ProviderRegistry } from './routing/provider-registry';
import { parseKycRoutes } from './routing/routes';
import { createSetu } from './setu/setu';

/** The identity providers of live mode with their connections. */
export interface LiveProviders {
  registry: ProviderRegistry;
  /** Lets every connection go. */
  close(): Promise<void>;
}

type Opened = { provider: KycProvider; close: () => Promise<void> };

/** Opens what the configuration names; nothing is connected to before the first verification. */
export function openLiveProviders(config: ProvidersConfig, watchers: { logger: Logger; metrics: Metrics }): LiveProviders {
  const watch = (name: string): PartnerWatch => watchPartner({ kind: 'kyc_provider', name }, watchers);
  const opened = [openCashfree(config, watch), openSetu(config, watch)].filter((one): one is Opened => one !== null);
  return {
    registry: new ProviderRegistry(
      opened.map(({ provider }) => provider),
      parseKycRoutes(config.kycRoutes),
    ),
    close: async () => void (await Promise.all(opened.map(({ close }) => close()))),
  };
}

function openCashfree(config: ProvidersConfig, watch: (name: string) => PartnerWatch): Opened | null {
  const { cashfreeSecureIdClientId: clientId, cashfreeSecureIdClientSecret: clientSecret, cashfreeSecureIdApiUrl: apiUrl } = config;
  if (clientId === undefined || clientSecret === undefined) return null;
  const webhookSecrets = config.cashfreeSecureIdWebhookSecrets ?? [];
  return createCashfreeSecureId({ apiUrl, clientId, clientSecret, webhookSecrets, ...watch('cashfree') });
}

function openSetu(config: ProvidersConfig, watch: (name: string) => PartnerWatch): Opened | null {
  const { setuClientId: clientId, setuClientSecret: clientSecret, setuApiUrl: apiUrl } = config;
  if (clientId === undefined || clientSecret === undefined) return null;
  const products = {
    ...(config.setuPanProductId !== undefined && { pan: config.setuPanProductId }),
    ...(config.setuBankProductId !== undefined && { bank: config.setuBankProductId }),
    ...(config.setuGstProductId !== undefined && { gst: config.setuGstProductId }),
    ...(config.setuDigilockerProductId !== undefined && { digilocker: config.setuDigilockerProductId }),
  };
  return createSetu({ apiUrl, clientId, clientSecret, products, ...watch('setu') });
}
