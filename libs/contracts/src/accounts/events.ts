/** Every public event type of an account. */
export const ACCOUNT_EVENT_TYPES = [
  'account.created',
  'account.updated',
  'account.live_enabled',
  'account.live_disabled',
  'account.suspended',
  'account.resumed',
  'account.closed',
  'account.member_invited',
  'account.member_joined',
  'account.member_updated',
  'account.member_removed',
] as const;
export type AccountEventType = (typeof ACCOUNT_EVENT_TYPES)[number];
