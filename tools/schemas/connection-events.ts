import { CONNECTION_EVENT_TYPES, ConnectionResource, type ConnectionEventType } from '#contracts';
import { CREATED_AT, exampleEvent } from './example-event';

const DAY = 86_400;

const CREATED: ConnectionResource = {
  id: 'conn_0VB3xQ9k42Cn4d8TmWq7ZcHs',
  object: 'connection',
  livemode: false,
  app_id: 'app_0VB3xQ9k42Ap4d8TmWq7ZcHs',
  platform_account_id: 'acct_0VB3xQ9k00000000platform',
  account_id: 'acct_0VB3xQ9k000000000000demo',
  scopes: ['payments:read'],
  status: 'active',
  granted_by: 'usr_0VB3xQ9k42Us7r3FnKp2LdTe',
  granted_at: CREATED_AT,
  last_used_at: null,
  revoked_at: null,
  revoked_by: null,
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
  sequence: 1,
};

const LATER = { updated_at: CREATED_AT + DAY, sequence: 2 };

const STEPS: Record<ConnectionEventType, [changes: Partial<ConnectionResource>, previous: Record<string, unknown> | null]> = {
  'connection.created': [{}, null],
  'connection.updated': [
    { ...LATER, scopes: ['payments:read', 'refunds:read'], granted_at: CREATED_AT + DAY },
    { scopes: CREATED.scopes, granted_at: CREATED_AT },
  ],
  'connection.revoked': [
    { ...LATER, status: 'revoked', revoked_at: CREATED_AT + DAY, revoked_by: 'account' },
    { status: 'active', revoked_at: null, revoked_by: null },
  ],
};

const MEANING: Record<ConnectionEventType, string> = {
  'connection.created': 'An account lets an app act for it.',
  'connection.updated': 'An account has consented anew: see scopes.',
  'connection.revoked': 'An app may not act for the account any more: revoked_by says who ended it.',
};

/** The events of connections. */
export const CONNECTION_EVENTS = {
  service: 'accounts' as const,
  resourceType: 'connection',
  resource: ConnectionResource,
  meaning: Object.fromEntries(CONNECTION_EVENT_TYPES.map((type) => [type, MEANING[type]])),
  exampleOf(type: string) {
    const [changes, previous] = STEPS[type as ConnectionEventType];
    return exampleEvent(type, 'connection', { ...CREATED, ...changes }, previous);
  },
};
