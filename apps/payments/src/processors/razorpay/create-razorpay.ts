import { PartnerHttp, type PartnerHttpOptions } from '#partner-http';
import { RazorpayProcessor, type RazorpaySettings } from './razorpay';

export interface RazorpayOptions extends RazorpaySettings, Pick<PartnerHttpOptions, 'observe' | 'onCircuit'> {
  /** `https://api.razorpay.com` but for tests. */
  apiUrl: string;
  keySecret: string;
}

/** Razorpay with its connections. `close` lets them go. */
export function createRazorpay(options: RazorpayOptions): { processor: RazorpayProcessor; close: () => Promise<void> } {
  const { apiUrl, keyId, keySecret, observe, onCircuit, ...settings } = options;
  const credentials = Buffer.from(`${keyId}:${keySecret}`).toString('base64');
  const http = new PartnerHttp({
    baseUrl: apiUrl,
    headers: { authorization: `Basic ${credentials}` },
    ...(observe && { observe }),
    ...(onCircuit && { onCircuit }),
  });
  return { processor: new RazorpayProcessor(http, { ...settings, keyId }), close: () => http.close() };
}
