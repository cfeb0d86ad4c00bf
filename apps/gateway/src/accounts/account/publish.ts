import type { AccountEventType } from '#contracts';
import { eventDefinitionsOf, resourcePublisher, type Publish } from '#event-store';
import type { AccountEvent } from './events';
import { accountResource } from './render';
import type { AccountState } from './state';

/** Stored type → what merchants see it as; null for what is ours alone. */
export const ACCOUNT_PUBLIC_NAME: Readonly<Record<AccountEvent['type'], AccountEventType | null>> = {
  'account.created': 'account.created',
  'account.imported': null,
  'account.updated': 'account.updated',
  'account.live_enabled': 'account.live_enabled',
  'account.live_disabled': 'account.live_disabled',
  'account.suspended': 'account.suspended',
  'account.resumed': 'account.resumed',
  'account.key_held': null,
  'account.keys_released': null,
};

/** Every stored event is written in version 1 so far. */
export const ACCOUNT_EVENT_DEFINITIONS = eventDefinitionsOf(ACCOUNT_PUBLIC_NAME);

/** Stored event → public event with the whole account right after it; null for an internal one. */
export const publishAccount: Publish<AccountState, AccountEvent> = resourcePublisher({
  resourceType: 'account',
  names: ACCOUNT_PUBLIC_NAME,
  render: accountResource,
});
