import { PartnerHttp, type PartnerHttpOptions } from '#partner-http';
import { CashfreeProcessor } from './cashfree';

export interface CashfreeOptions extends Pick<PartnerHttpOptions, 'observe' | 'onCircuit'> {
  /** `https://api.cashfree.com/pg` but for tests. */
  apiUrl: string;
  clientId: string;
  clientSecret: string;
  /** Beside the client secret, which signs webhooks: the one before, while it is replaced. */
  webhookSecrets: readonly string[];
  isDirectEnabled: boolean;
}

const API_VERSION = '2025-01-01';

/** Cashfree with its connections. `close` lets them go. */
export function createCashfree(options: CashfreeOptions): { processor: CashfreeProcessor; close: () => Promise<void> } {
  const { apiUrl, clientId, clientSecret, webhookSecrets, isDirectEnabled, observe, onCircuit } = options;
  const headers = { 'x-client-id': clientId, 'x-client-secret': clientSecret, 'x-api-version': API_VERSION };
  const http = new PartnerHttp({ baseUrl: apiUrl, headers, ...(observe && { observe }), ...(onCircuit && { onCircuit }) });
  const settings = { webhookSecrets: [clientSecret, ...webhookSecrets], isDirectEnabled };
  return { processor: new CashfreeProcessor(http, settings), close: () => http.close() };
}
