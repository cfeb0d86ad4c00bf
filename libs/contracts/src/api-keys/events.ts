/** Every public event type of an API key. */
export const API_KEY_EVENT_TYPES = [
  'api_key.created',
  'api_key.updated',
  'api_key.rolled',
  'api_key.expiring',
  'api_key.expired',
  'api_key.revoked',
] as const;
export type ApiKeyEventType = (typeof API_KEY_EVENT_TYPES)[number];
