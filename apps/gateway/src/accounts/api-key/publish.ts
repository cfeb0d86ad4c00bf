import type { ApiKeyEventType } from '#contracts';
import { eventDefinitionsOf, resourcePublisher, type Publish } from '#event-store';
import type { ApiKeyEvent } from './events';
import { apiKeyResource } from './render';
import type { ApiKeyState } from './state';

/** Stored type → what merchants see it as; null for what is ours alone. */
export const API_KEY_PUBLIC_NAME: Readonly<Record<ApiKeyEvent['type'], ApiKeyEventType | null>> = {
  'api_key.created': 'api_key.created',
  'api_key.updated': 'api_key.updated',
  'api_key.rolled': 'api_key.rolled',
  'api_key.leak_reported': 'api_key.updated',
  'api_key.expiring': 'api_key.expiring',
  'api_key.expiring_unused': null,
  'api_key.expired': 'api_key.expired',
  'api_key.revoked': 'api_key.revoked',
  'api_key.text_destroyed': null,
};

/** Every stored event is written in version 1 so far. */
export const API_KEY_EVENT_DEFINITIONS = eventDefinitionsOf(API_KEY_PUBLIC_NAME);

/** Stored event → public event with the whole key right after it; null for an internal one. */
export const publishApiKey: Publish<ApiKeyState, ApiKeyEvent> = resourcePublisher({
  resourceType: 'api_key',
  names: API_KEY_PUBLIC_NAME,
  render: apiKeyResource,
});
