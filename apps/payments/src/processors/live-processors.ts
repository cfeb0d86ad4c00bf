import { MANDATE_METHODS } from '#contracts';
import type { Logger, Metrics } from '#service';
import { watchPartner, type PartnerWatch } from '#partner-http';
import type { PaymentProcessor } from './processor';
import type { ProcessorsConfig } from './processors-config';
import { createCashfree } from './cashfree/create-cashfree';
import { createRazorpay } from './razorpay/create-razorpay';
import { ProcessorRegistry } from './routing/registry';
import { parseRoutes } from './routing/routes';

/** The processors of live mode with their connections. */
export interface LiveProcessors {
  registry: ProcessorRegistry;
  /** Lets every connection go. */
  close(): Promise<void>;
}

/** A processor with its connections. */
export type Opened = { processor: PaymentProcessor; close: () => Promise<void> };

/** Opens what the configuration names; nothing is connected to before the first payment. */
export function openLiveProcessors(config: ProcessorsConfig, watchers: { logger: Logger; metrics: Metrics }): LiveProcessors {
  const watch = (name: string): PartnerWatch => watchProcessor(name, watchers);
  const opened = [openRazorpay(config, watch), openCashfree(config, watch)].filter((one): one is Opened => one !== null);
  return {
    registry: new ProcessorRegistry(
      opened.map(({ processor }) => processor),
      parseRoutes(config.paymentRoutes),
      parseRoutes(config.mandateRoutes, MANDATE_METHODS),
    ),
    close: async () => void (await Promise.all(opened.map(({ close }) => close()))),
  };
}

function openRazorpay(config: ProcessorsConfig, watch: (name: string) => PartnerWatch): Opened | null {
  const { razorpayKeyId: keyId, razorpayKeySecret: keySecret } = config;
  if (keyId === undefined || keySecret === undefined) return null;
  return createRazorpay({
    apiUrl: config.razorpayApiUrl,
    keyId,
    keySecret,
    webhookSecrets: config.razorpayWebhookSecrets ?? [],
    isDirectEnabled: config.razorpayDirectEnabled,
    ...watch('razorpay'),
  });
}

function openCashfree(config: ProcessorsConfig, watch: (name: string) => PartnerWatch): Opened | null {
  const { cashfreeClientId: clientId, cashfreeClientSecret: clientSecret } = config;
  if (clientId === undefined || clientSecret === undefined) return null;
  return createCashfree({
    apiUrl: config.cashfreeApiUrl,
    clientId,
    clientSecret,
    webhookSecrets: config.cashfreeWebhookSecrets ?? [],
    isDirectEnabled: config.cashfreeDirectEnabled,
    ...watch('cashfree'),
  });
}

/** Calls to one processor, their time, and whether the circuit is open, as metrics and log lines. */
export function watchProcessor(name: string, watchers: { logger: Logger; metrics: Metrics }): PartnerWatch {
  return watchPartner({ kind: 'processor', name }, watchers);
}
