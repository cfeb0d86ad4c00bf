import { type AnswerReader, MalformedAnswerError } from '#partner-http';
import type { NextAction } from '../../payment/decide/attempt-result';
import type { CreateInput } from '../processor';

/** What the customer does with a UPI link: an app, a code, or nothing because the request comes by itself. @throws MalformedAnswerError. */
export function upiAction({ instrument, expiresAtMs }: CreateInput, readLink: () => string): NextAction {
  if (instrument.method === 'upi' && instrument.flow === 'collect' && instrument.vpa !== null) {
    return { kind: 'upi_collect', vpa: instrument.vpa, expiresAtMs };
  }
  const link = readLink();
  if (!link.startsWith('upi://')) throw new MalformedAnswerError('UPI link');
  const isCode = instrument.method === 'upi' && instrument.flow === 'qr';
  return isCode ? { kind: 'upi_qr', payload: link, expiresAtMs } : { kind: 'upi_intent', url: link, expiresAtMs };
}

/** Sends the customer to the page in this field. Nowhere without TLS, whatever the answer says. @throws MalformedAnswerError. */
export function redirectAction(reader: AnswerReader, name: string, { expiresAtMs }: CreateInput): NextAction {
  return { kind: 'redirect_to_url', url: pageIn(reader, name), method: 'GET', expiresAtMs };
}

/** The address of a page in this field. @throws MalformedAnswerError for one without TLS. */
export function pageIn(reader: AnswerReader, name: string): string {
  const url = reader.text(name, 2_048);
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') throw new MalformedAnswerError(name);
  return url;
}
