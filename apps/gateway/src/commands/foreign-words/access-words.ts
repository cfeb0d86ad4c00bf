import type { ForeignWords } from '../../validation/unknown-names';
import { all } from './any-object-words';

const SECRETS = 'Hundi makes the secret and shows it in the answer.';
const ENABLED_FIRST = 'A new endpoint is enabled. Disable it afterwards: PATCH with status: "disabled".';

/** Words for API keys. Neither API makes keys, so these are the words of their dashboards and of other services. */
export const API_KEY_WORDS: ForeignWords = {
  ...all(
    ['allowed_ips', 'allowed_ip_addresses', 'ip_allowlist', 'ip_whitelist', 'ip_addresses', 'ips', 'cidrs', 'ip_restrictions'],
    ['allowed_addresses', 'addresses or networks'],
  ),
  ...all(['expiry', 'expire_at', 'expires', 'expires_on', 'expiration', 'valid_until'], 'expires_at'),
  ...all(['expires_in', 'ttl', 'duration'], ['expires_at', 'Unix seconds']),
  ...all(['permissions', 'access', 'roles', 'scope'], 'scopes'),
  ...all(['type', 'key_type'], 'kind'),
  ...all(['label', 'title', 'description', 'note'], 'name'),
  ...all(['grace_period', 'grace_period_seconds', 'overlap', 'delete_after'], ['overlap_seconds', 'seconds']),
  ...all(['secret', 'key', 'value'], SECRETS),
  ...all(['active', 'disabled', 'enabled'], 'A key works until it expires or is revoked: DELETE /v1/api_keys/{id}.'),
};

/** Words for webhook endpoints. */
export const ENDPOINT_WORDS: ForeignWords = {
  // Stripe: WebhookEndpoint.
  disabled: ['status', 'disabled: true is status: "disabled"', ENABLED_FIRST],
  status: ENABLED_FIRST,
  connect: 'Events of connected accounts go to their own endpoints.',
  ...all(['event_types', 'types', 'subscriptions', 'topics'], 'enabled_events'),
  // Razorpay: webhook.
  ...all(['active', 'enabled', 'is_active'], ['status', 'active: false is status: "disabled"', ENABLED_FIRST]),
  ...all(['secret', 'signing_secret', 'webhook_secret'], SECRETS),
  alert_email: 'Notices about a failing endpoint go to settings.developer_contacts of the account.',
  ...all(['name', 'label'], 'description'),
  ...all(['timeout', 'timeout_seconds'], ['timeout_ms', 'milliseconds']),
  ...all(['rate_limit', 'rate'], 'rate_per_second'),
  ...all(['custom_headers', 'http_headers'], 'headers'),
  ...all(['callback_url', 'endpoint', 'notify_url', 'webhook_url'], 'url'),
};
