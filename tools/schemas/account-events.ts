import { ACCOUNT_EVENT_TYPES, AccountResource, PAYMENT_METHODS, type AccountEventType } from '#contracts';
import { CREATED_AT, exampleEvent } from './example-event';

const CREATED: AccountResource = {
  id: 'acct_0VB3xQ9k000000000000demo',
  object: 'account',
  livemode: null,
  name: 'Acme Software',
  status: 'active',
  legal_name: null,
  live_enabled: false,
  live_requested_at: null,
  live_enabled_at: null,
  country: 'IN',
  timezone: 'Asia/Kolkata',
  support: { email: 'help@example.com', phone: null, url: null },
  branding: { display_name: 'Acme', color: '#0a5cff', logo_file_id: null },
  statement_descriptor: 'ACME SOFTWARE',
  settings: {
    ...{ request_log_days: 7, late_authorization: null, payment_methods: [...PAYMENT_METHODS], require_two_factor: false },
    after_dunning: 'halt',
    on_leak: 'revoke',
    unique_reference_id: false,
  },
  metadata: {},
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
  sequence: 1,
};

const MEMBER = 'usr_0VB3xQ9k000000000000demo';
const LIVE = { live_enabled: true, live_enabled_at: CREATED_AT + 3_600 };

const STEPS: Record<AccountEventType, [changes: Partial<AccountResource>, previous: Record<string, unknown> | null]> = {
  'account.created': [{}, null],
  'account.updated': [{ name: 'Acme Software Private Limited', updated_at: CREATED_AT + 60, sequence: 2 }, { name: CREATED.name }],
  'account.live_enabled': [
    { ...LIVE, updated_at: CREATED_AT + 3_600, sequence: 2 },
    { live_enabled: false, live_enabled_at: null },
  ],
  'account.live_disabled': [{ ...LIVE, live_enabled: false, updated_at: CREATED_AT + 7_200, sequence: 3 }, { live_enabled: true }],
  'account.suspended': [{ status: 'suspended', updated_at: CREATED_AT + 7_200, sequence: 2 }, { status: 'active' }],
  'account.resumed': [{ updated_at: CREATED_AT + 9_000, sequence: 3 }, { status: 'suspended' }],
  'account.closed': [{ status: 'closed', updated_at: CREATED_AT + 9_900, sequence: 4 }, { status: 'active' }],
  'account.member_invited': [{ member: { user_id: null, role: 'developer' }, updated_at: CREATED_AT + 60, sequence: 2 }, null],
  'account.member_joined': [{ member: { user_id: MEMBER, role: 'developer' }, updated_at: CREATED_AT + 90, sequence: 3 }, null],
  'account.member_updated': [{ member: { user_id: MEMBER, role: 'admin' }, updated_at: CREATED_AT + 120, sequence: 4 }, null],
  'account.member_removed': [{ member: { user_id: MEMBER, role: 'admin' }, updated_at: CREATED_AT + 150, sequence: 5 }, null],
};

const MEANING: Record<AccountEventType, string> = {
  'account.created': 'An account was made.',
  'account.updated': 'What an account says of itself changed: see previous_attributes.',
  'account.live_enabled': 'The live keys of an account may act from now on.',
  'account.live_disabled': 'The live keys of an account are refused from now on.',
  'account.suspended': 'All keys of an account are refused from now on.',
  'account.resumed': 'A suspended account is active again.',
  'account.closed': 'An account was closed for good: its keys and tokens are refused, its connections end.',
  'account.member_invited': 'A person was asked to join the account.',
  'account.member_joined': 'A person belongs to the account from now on.',
  'account.member_updated': 'A member has another role.',
  'account.member_removed': 'A person does not belong to the account any more.',
};

/** The events of accounts: live ones, whatever they concern. */
export const ACCOUNT_EVENTS = {
  service: 'accounts' as const,
  resourceType: 'account',
  resource: AccountResource,
  meaning: Object.fromEntries(ACCOUNT_EVENT_TYPES.map((type) => [type, MEANING[type]])),
  exampleOf(type: string) {
    const [changes, previous] = STEPS[type as AccountEventType];
    return { ...exampleEvent(type, 'account', { ...CREATED, ...changes }, previous), livemode: true };
  },
};
