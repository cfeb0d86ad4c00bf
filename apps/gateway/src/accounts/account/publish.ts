import { ACCOUNT_EVENT_TYPES, type AccountEventType, type AccountMember, type AccountResource } from '#contracts';
import { eventDefinitionsOf, resourcePublisher, type Publish } from '#event-store';
import type { AccountEvent } from './events';
import { accountResource } from './render';
import type { AccountState } from './state';

/** Stored type → what merchants see it as; null for what is ours alone. */
export const ACCOUNT_PUBLIC_NAME: Readonly<Record<AccountEvent['type'], AccountEventType | null>> = {
  'account.created': 'account.created',
  'account.updated': 'account.updated',
  'account.live_enabled': 'account.live_enabled',
  'account.live_disabled': 'account.live_disabled',
  'account.suspended': 'account.suspended',
  'account.resumed': 'account.resumed',
  'account.live_requested': 'account.updated',
  'account.closed': 'account.closed',
  'account.cleared': null,
  'account.rules_shared': null,
  'account.member_invited': 'account.member_invited',
  'account.member_joined': 'account.member_joined',
  'account.member_updated': 'account.member_updated',
  'account.member_removed': 'account.member_removed',
  'account.invitation_revoked': null,
  'account.key_held': null,
  'account.keys_released': null,
};

/** Every stored event is written in version 1 so far. */
export const ACCOUNT_EVENT_DEFINITIONS = eventDefinitionsOf(ACCOUNT_PUBLIC_NAME);

const publishWhole: Publish<AccountState, AccountEvent> = resourcePublisher({
  resourceType: 'account',
  names: ACCOUNT_PUBLIC_NAME,
  render: (snapshot) => withoutContacts(accountResource(snapshot)),
});

/** Addresses of people leave in no event: topics and webhooks are read by others than the account's own team. */
function withoutContacts({ settings: { developer_contacts: _contacts, ...settings }, ...account }: AccountResource): AccountResource {
  return { ...account, settings };
}

/** Stored event → public event with the whole account right after it, and whom it is about; null for an internal one. */
export const publishAccount: Publish<AccountState, AccountEvent> = (event, before, after) => {
  const published = publishWhole(event, before, after);
  const member = memberOf(event);
  if (published === null || member === null) return published;
  const { data } = published;
  return { ...published, data: { ...data, object: { ...(data.object as AccountResource), member } } };
};

function memberOf({ type, data }: Pick<AccountEvent, 'type' | 'data'>): AccountMember | null {
  if (!MEMBER_EVENTS.has(type)) return null;
  const { userId = null, role } = data as { userId?: string; role: AccountMember['role'] };
  return { user_id: userId, role };
}

const MEMBER_EVENTS: ReadonlySet<string> = new Set(ACCOUNT_EVENT_TYPES.filter((type) => type.startsWith('account.member_')));
