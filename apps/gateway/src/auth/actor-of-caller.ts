import type { Actor } from '#contracts';
import type { Caller } from './authenticator';

/** Who acts, as it stands in events, in the audit log and in the request log. */
export function actorOf({ app, user, keyId }: Caller): Pick<Actor, 'kind' | 'id'> & { kind: 'api_key' | 'app' | 'user' } {
  if (app !== undefined) return { kind: 'app', id: app.id };
  return { kind: user === undefined ? 'api_key' : 'user', id: keyId };
}
