import { sealedAs, toSeconds, type AppCommand, type AppResource, type DeletedApp } from '#contracts';
import type { Snapshot } from '#event-store';
import type { AppState } from './state';

/** The public resource of an app, as its events show it: never its secret. */
export function appResource({ head, state }: Snapshot<AppState>): AppResource {
  if (state.status === 'none') throw new Error(`${head.streamId} has events but no app.created`);
  return {
    id: head.streamId,
    object: 'app',
    livemode: head.livemode,
    name: state.name,
    description: state.description ?? null,
    homepage_url: state.homepageUrl ?? null,
    privacy_url: state.privacyUrl ?? null,
    logo_file_id: null,
    client_type: state.clientType,
    redirect_uris: state.redirectUris,
    allowed_scopes: state.allowedScopes,
    grant_types: state.grantTypes,
    token_endpoint_auth_method: state.authMethod,
    jwks: state.jwks ?? null,
    dpop_required: state.dpopRequired,
    client_secret: null,
    client_secret_hint: state.secretHint ?? null,
    previous_secret_expires_at: toSeconds(state.previousSecretEndsAtMs ?? null),
    is_verified: state.isVerified,
    status: state.status,
    created_at: toSeconds(state.madeAtMs),
    updated_at: toSeconds(head.updatedAtMs),
    sequence: head.sequence,
  };
}

/** What a command is answered: the app, with its secret where that is new, or that it is deleted. */
export function appAnswer(snapshot: Snapshot<AppState>, { type, payload, dryRun }: AppCommand): AppResource | DeletedApp {
  if (type === 'apps.delete') return { id: snapshot.head.streamId, object: 'app', deleted: true };
  const resource = appResource(snapshot);
  if (dryRun || (type !== 'apps.create' && type !== 'apps.roll_secret') || payload.secret === undefined) return resource;
  return { ...resource, client_secret: sealedAs<string>(payload.secret.sealedSecret) };
}
