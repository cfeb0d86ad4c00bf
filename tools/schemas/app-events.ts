import { APP_EVENT_TYPES, AppResource, type AppEventType } from '#contracts';
import { CREATED_AT, exampleEvent } from './example-event';

const DAY = 86_400;

const CREATED: AppResource = {
  id: 'app_0VB3xQ9k42Ap4d8TmWq7ZcHs',
  object: 'app',
  livemode: false,
  name: 'Books',
  description: 'Sends invoices to the books.',
  homepage_url: 'https://books.example.com',
  privacy_url: 'https://books.example.com/privacy',
  logo_file_id: null,
  client_type: 'confidential',
  redirect_uris: ['https://books.example.com/back'],
  allowed_scopes: ['payments:read', 'refunds:read'],
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: 'client_secret_basic',
  jwks: null,
  dpop_required: false,
  client_secret: null,
  client_secret_hint: 'ocs_test_0VB…QmVp',
  previous_secret_expires_at: null,
  is_verified: false,
  status: 'active',
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
  sequence: 1,
};

const LATER = { updated_at: CREATED_AT + DAY, sequence: 2 };
const ROLLED = { client_secret_hint: 'ocs_test_0VB…ZcHs', previous_secret_expires_at: CREATED_AT + 2 * DAY };

const STEPS: Record<AppEventType, [changes: Partial<AppResource>, previous: Record<string, unknown> | null]> = {
  'app.created': [{}, null],
  'app.updated': [{ ...LATER, status: 'disabled' }, { status: 'active' }],
  'app.secret_rolled': [
    { ...LATER, ...ROLLED },
    { client_secret_hint: CREATED.client_secret_hint, previous_secret_expires_at: null },
  ],
  'app.deleted': [{ ...LATER, status: 'deleted' }, { status: 'active' }],
};

const MEANING: Record<AppEventType, string> = {
  'app.created': 'An OAuth client was registered.',
  'app.updated': 'Something about an app changed: see previous_attributes.',
  'app.secret_rolled': 'An app has a new secret; the one of before works until previous_secret_expires_at.',
  'app.deleted': 'An app was deleted: its tokens are refused, and its connections end.',
};

/** The events of apps. */
export const APP_EVENTS = {
  service: 'accounts' as const,
  resourceType: 'app',
  resource: AppResource,
  meaning: Object.fromEntries(APP_EVENT_TYPES.map((type) => [type, MEANING[type]])),
  exampleOf(type: string) {
    const [changes, previous] = STEPS[type as AppEventType];
    return exampleEvent(type, 'app', { ...CREATED, ...changes }, previous);
  },
};
