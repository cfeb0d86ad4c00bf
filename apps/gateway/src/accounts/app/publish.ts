import type { AppEventType } from '#contracts';
import { eventDefinitionsOf, resourcePublisher, type Publish } from '#event-store';
import type { AppEvent } from './events';
import { appResource } from './render';
import type { AppState } from './state';

/** Stored type → what merchants see it as; null for what is ours alone. */
export const APP_PUBLIC_NAME: Readonly<Record<AppEvent['type'], AppEventType | null>> = {
  'app.created': 'app.created',
  'app.updated': 'app.updated',
  'app.secret_rolled': 'app.secret_rolled',
  'app.verified': 'app.updated',
  'app.deleted': 'app.deleted',
  'app.cleared': null,
};

/** Every stored event is written in version 1 so far. */
export const APP_EVENT_DEFINITIONS = eventDefinitionsOf(APP_PUBLIC_NAME);

/** Stored event → public event with the whole app right after it; null for an internal one. */
export const publishApp: Publish<AppState, AppEvent> = resourcePublisher({
  resourceType: 'app',
  names: APP_PUBLIC_NAME,
  render: appResource,
});
