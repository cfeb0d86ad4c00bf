import { sealedAs, toSeconds, type ApiKeyCommand, type ApiKeyResource, type DeletedApiKey } from '#contracts';
import type { Snapshot } from '#event-store';
import type { ApiKeyState } from './state';

/** The public resource of a key, as its events show it: never its text. */
export function apiKeyResource({ head, state }: Snapshot<ApiKeyState>): ApiKeyResource {
  if (state.status === 'none') throw new Error(`${head.streamId} has events but no api_key.created`);
  return {
    id: head.streamId,
    object: 'api_key',
    livemode: head.livemode,
    kind: state.kind,
    name: state.name,
    scopes: state.scopes,
    allowed_addresses: state.allowedAddresses,
    status: state.status,
    hint: state.hint,
    secret: null,
    created_by: { type: state.createdBy.kind, id: state.createdBy.id },
    expires_at: toSeconds(state.expiresAtMs ?? null),
    // Kept outside the log, and added where one is retrieved.
    last_used_at: null,
    last_used_address: null,
    rolled_from: state.rolledFrom ?? null,
    rolled_to: state.rolledTo ?? null,
    ...endOf(state),
    leak_reported_at: toSeconds(state.leakReportedAtMs ?? null),
    metadata: state.metadata ?? {},
    created_at: toSeconds(state.madeAtMs),
    updated_at: toSeconds(head.updatedAtMs),
    sequence: head.sequence,
  };
}

/** What a command is answered: the key, with its text where that is new, or that it is revoked. */
export function apiKeyAnswer(snapshot: Snapshot<ApiKeyState>, { type, payload, dryRun }: ApiKeyCommand): ApiKeyResource | DeletedApiKey {
  if (type === 'api_keys.revoke') return { id: snapshot.head.streamId, object: 'api_key', deleted: true };
  const resource = { ...apiKeyResource(snapshot), secret: publishableOf(snapshot) };
  if (type !== 'api_keys.create' || dryRun || payload.sealedText === undefined) return resource;
  return { ...resource, secret: sealedAs<string>(payload.sealedText) };
}

/** The text of a publishable key, which stands in pages: shown to its account at any time. */
export function publishableOf({ state }: Snapshot<ApiKeyState>): string | null {
  return state.status === 'none' ? null : (state.publishable ?? null);
}

function endOf(state: Exclude<ApiKeyState, { status: 'none' }>): Pick<ApiKeyResource, 'revoked_at' | 'revoked_reason'> {
  if (state.status !== 'revoked') return { revoked_at: null, revoked_reason: null };
  return { revoked_at: toSeconds(state.revokedAtMs), revoked_reason: state.reason };
}
