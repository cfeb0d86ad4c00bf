import { API_KEY_EVENT_TYPES, ApiKeyResource, type ApiKeyEventType } from '#contracts';
import { CREATED_AT, exampleEvent } from './example-event';

const DAY = 86_400;
const ENDS_AT = CREATED_AT + 90 * DAY;

const CREATED: ApiKeyResource = {
  id: 'key_0VB3xQ9k0000XbT4WnRm7YsD',
  object: 'api_key',
  livemode: false,
  kind: 'restricted',
  name: 'Nightly export',
  scopes: ['payments:read', 'refunds:read'],
  allowed_addresses: ['203.0.113.0/24'],
  status: 'active',
  hint: 'rk_test_0VB3…QmVp',
  secret: null,
  created_by: { type: 'operator', id: 'operator' },
  expires_at: ENDS_AT,
  last_used_at: null,
  last_used_address: null,
  rolled_from: null,
  rolled_to: null,
  revoked_at: null,
  revoked_reason: null,
  leak_reported_at: null,
  metadata: { team: 'finance' },
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
  sequence: 1,
};

const ROLLED = { rolled_to: 'key_0VB3xQ9k42Kn4d8TmWq7ZcHs', expires_at: CREATED_AT + 2 * DAY };
const REVOKED = { status: 'revoked', revoked_at: CREATED_AT + DAY, revoked_reason: 'requested' } as const;

const STEPS: Record<ApiKeyEventType, [changes: Partial<ApiKeyResource>, previous: Record<string, unknown> | null]> = {
  'api_key.created': [{}, null],
  'api_key.updated': [
    { allowed_addresses: [], updated_at: CREATED_AT + 60, sequence: 2 },
    { allowed_addresses: CREATED.allowed_addresses },
  ],
  'api_key.rolled': [
    { ...ROLLED, updated_at: CREATED_AT + DAY, sequence: 2 },
    { rolled_to: null, expires_at: ENDS_AT },
  ],
  'api_key.expiring': [{ updated_at: ENDS_AT - 7 * DAY, sequence: 2 }, null],
  'api_key.expired': [{ status: 'expired', updated_at: ENDS_AT, sequence: 3 }, { status: 'active' }],
  'api_key.revoked': [
    { ...REVOKED, updated_at: CREATED_AT + DAY, sequence: 2 },
    { status: 'active', revoked_at: null, revoked_reason: null },
  ],
};

const MEANING: Record<ApiKeyEventType, string> = {
  'api_key.created': 'An API key was made.',
  'api_key.updated': 'Something about an API key changed: see previous_attributes.',
  'api_key.rolled': 'Another key takes the place of this one, which works until expires_at.',
  'api_key.expiring': 'An API key that is in use ends in seven days, or in one: see expires_at.',
  'api_key.expired': 'An API key has ended.',
  'api_key.revoked': 'An API key was revoked: revoked_reason says why.',
};

/** The events of API keys. */
export const API_KEY_EVENTS = {
  service: 'accounts' as const,
  resourceType: 'api_key',
  resource: ApiKeyResource,
  meaning: Object.fromEntries(API_KEY_EVENT_TYPES.map((type) => [type, MEANING[type]])),
  exampleOf(type: string) {
    const [changes, previous] = STEPS[type as ApiKeyEventType];
    return exampleEvent(type, 'api_key', { ...CREATED, ...changes }, previous);
  },
};
