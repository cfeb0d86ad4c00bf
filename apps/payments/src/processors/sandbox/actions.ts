import type { NextAction } from '../../payment/decide/attempt-result';
import type { CreateInput } from '../processor';
import { isUpiLinkField, type UpiLinkMode, upiPayLink } from '../upi-link';

/** Who is paid in the sandbox, and where its mock pages are. */
export interface SandboxPayee {
  vpa: string;
  name: string;
  /** Four digits. */
  merchantCategory: string;
  /** The public address of the gateway, without a slash at its end. */
  publicUrl: string;
}

const REFERENCE_PREFIX = 'PAY';

/** What the customer has to do, as a processor would say it. */
export function nextActionOf(input: CreateInput, payee: SandboxPayee): NextAction {
  const { instrument, expiresAtMs } = input;
  if (instrument.method !== 'upi') return { kind: 'redirect_to_url', url: mockPageUrl(input.paymentId, payee), method: 'GET', expiresAtMs };
  if (instrument.flow === 'collect' && instrument.vpa !== null) return { kind: 'upi_collect', vpa: instrument.vpa, expiresAtMs };
  if (instrument.flow === 'qr') return { kind: 'upi_qr', payload: linkOf(input, payee, 'qr'), expiresAtMs };
  return { kind: 'upi_intent', url: linkOf(input, payee, 'intent'), expiresAtMs };
}

function mockPageUrl(paymentId: string, { publicUrl }: SandboxPayee): string {
  return `${publicUrl}/sandbox/pay/${paymentId}`;
}

function linkOf(input: CreateInput, payee: SandboxPayee, mode: UpiLinkMode): string {
  const reference = `${REFERENCE_PREFIX}${input.paymentId.slice(input.paymentId.indexOf('_') + 1)}`;
  return upiPayLink({
    payeeVpa: payee.vpa,
    payeeName: payee.name,
    merchantCategory: payee.merchantCategory,
    reference: isUpiLinkField('tr', reference) ? reference : REFERENCE_PREFIX,
    ...(input.description && { note: input.description }),
    amountMinor: input.amount,
    mode,
  });
}
