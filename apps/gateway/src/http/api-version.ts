import { API_VERSION } from '#contracts';
import { ApiError } from './api-error';

/**
 * Refuses a version that was never published (docs/reference/versions.md). A request that names none has the version that was in
 * force when its key was made; one was published so far, so it is that of every key and of every answer.
 *
 * @throws ApiError parameter_invalid.
 */
export function refuseUnknownVersion(asked: string | string[] | undefined): void {
  if (asked === undefined || asked === API_VERSION) return;
  throw new ApiError('parameter_invalid', {
    param: 'API-Version',
    message: 'must be a published version of the API.',
    reason: 'version_unknown',
    hint: `Published: ${API_VERSION}.`,
  });
}
