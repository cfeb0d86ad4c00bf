import { findNearest } from '#contracts';
import { ApiError } from '../http/api-error';
import { sanitizeName } from '../http/sanitize-name';

/** "idempoten" in any case and with any separators: the names that other APIs and libraries have for the key. */
const MISNAMED = new RegExp([...'idempoten'].join('[^a-z]*'), 'i');
/** `Idem-Key`, and the name of PayPal (developer.paypal.com, API requests, HTTP request headers). */
const OTHER_NAMES = /^(?:x-)?idem[^a-z]?key$|^paypal-request-id$/i;
/** Names that may be misspelt: `Idempotncy-Key`. Others are not compared. */
const MAYBE_MISSPELT = /^(?:x[-_])?i.{0,40}key$/i;

/**
 * Refuses an idempotency key under another name, from a lenient caller too: it would be no key, and the repeated request would act
 * twice.
 *
 * @param names of headers that are not Idempotency-Key, of query parameters or of members that the route does not know.
 * @throws ApiError parameter_unknown.
 */
export function refuseMisnamedKey(names: readonly string[]): void {
  const name = names.find(isMisnamedKey);
  if (name === undefined) return;
  throw new ApiError('parameter_unknown', {
    param: sanitizeName(name),
    message: 'Send the key in the header Idempotency-Key.',
    hint: `In place of ${sanitizeName(name)} send the header Idempotency-Key.`,
  });
}

function isMisnamedKey(name: string): boolean {
  if (MISNAMED.test(name) || OTHER_NAMES.test(name)) return true;
  return MAYBE_MISSPELT.test(name) && findNearest(name, ['idempotency-key']).length > 0;
}
