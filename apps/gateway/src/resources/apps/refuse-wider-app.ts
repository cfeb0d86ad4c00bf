import type { AppChange, AppResource, AppTerms } from '#contracts';
import { changesCredentials } from '../../accounts/app/decide/terms';
import { refuseWiderCredential, refuseWithoutStepUp, type CredentialMaker } from '../../auth/credential-limits';
import type { WriteCall } from '../../commands/write-call';

type ActingTerms = Pick<AppTerms, 'allowedScopes' | 'grantTypes'>;

/**
 * An app that acts for its own account needs no consent, so its scopes are limited to those of its maker. Other accounts consent to the
 * scopes that an app gets there.
 *
 * @throws ApiError scope_insufficient, step_up_required.
 */
export function refuseWiderApp({ allowedScopes, grantTypes }: ActingTerms, maker: CredentialMaker): void {
  if (!grantTypes.includes('client_credentials')) return;
  refuseWiderCredential({ scopes: allowedScopes, scopesParam: 'allowed_scopes' }, maker);
  refuseWithoutStepUp(maker);
}

/** @throws ApiError as `refuseWiderApp`, for the app as the change leaves it; resource_missing. */
export async function refuseWiderChange(change: AppChange, call: WriteCall): Promise<void> {
  if (changesCredentials(change)) refuseWiderApp({ ...(await findActingTerms(call)), ...change }, call);
}

/** @throws ApiError resource_missing. */
export async function findActingTerms(call: WriteCall): Promise<ActingTerms> {
  const app = JSON.parse(await call.get('accounts', `/internal/apps/${call.objectId}`)) as AppResource;
  return { allowedScopes: app.allowed_scopes, grantTypes: app.grant_types };
}
