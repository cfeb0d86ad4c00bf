import type { ApiKeyResource, PublicEvent, WebhookEndpointResource } from '#contracts';
import type { MailKind } from '../mails/mail';

/** What developer contacts are written. */
export interface Notice {
  kind: MailKind;
  /** What it is about, one line each. */
  about: readonly string[];
}

/** What an event is a reason to write; null for nothing. */
export function noticeOf({ type, livemode, data }: Pick<PublicEvent, 'type' | 'livemode' | 'data'>): Notice | null {
  const kind = kindOf(type, data);
  if (kind === null) return null;
  const mode = `Mode: ${livemode ? 'live' : 'test'}`;
  return { kind, about: [...(type.startsWith('api_key.') ? ofKey(data.object) : ofEndpoint(data.object)), mode] };
}

function kindOf(type: string, { object, previous_attributes: before }: PublicEvent['data']): MailKind | null {
  switch (type) {
    case 'api_key.expiring':
      return 'key_expiring';
    case 'api_key.revoked':
      return (object as ApiKeyResource).revoked_reason === 'leaked' ? 'key_leaked' : null;
    case 'api_key.updated':
      return before !== undefined && before !== null && 'leak_reported_at' in before ? 'key_leak_reported' : null;
    case 'webhook_endpoint.failing':
      return 'endpoint_failing';
    case 'webhook_endpoint.disabled':
      return 'endpoint_disabled';
    default:
      return null;
  }
}

function ofKey(object: unknown): string[] {
  const { id, name, hint, expires_at: endsAt } = object as ApiKeyResource;
  return [`Key: ${name} (${hint}, ${id})`, ...(endsAt === null ? [] : [`It ends: ${instant(endsAt)}`])];
}

/** Not its address, which may hold a secret. */
function ofEndpoint(object: unknown): string[] {
  const { id, description, failing_since_at: since, disabled_reason: why } = object as WebhookEndpointResource;
  return [
    `Endpoint: ${description === null ? id : `${description} (${id})`}`,
    ...(since === null ? [] : [`No delivery has succeeded since: ${instant(since)}`]),
    ...(why === null ? [] : [`Why it was disabled: ${why}`]),
  ];
}

/** In UTC, as logs have it. */
function instant(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}
