import { ApiError } from '../http/api-error';
import { sanitizeName } from '../http/sanitize-name';

/** "idempoten" in any case and with any separators: the names that other APIs and libraries have for the key. */
const MISNAMED = new RegExp([...'idempoten'].join('[^a-z]*'), 'i');

/**
 * Refuses an idempotency key under another name, from a lenient caller too: it would be no key, and the repeated request would act
 * twice.
 *
 * @param names of headers that are not Idempotency-Key, of query parameters or of members that the route does not know.
 * @throws ApiError parameter_unknown.
 */
export function refuseMisnamedKey(names: readonly string[]): void {
  const name = names.find((candidate) => MISNAMED.test(candidate));
  if (name === undefined) return;
  throw new ApiError('parameter_unknown', {
    param: sanitizeName(name),
    message: 'Send the key in the header Idempotency-Key.',
    hint: `In place of ${sanitizeName(name)} send the header Idempotency-Key.`,
  });
}
