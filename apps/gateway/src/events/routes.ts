import { GetEventTypeController } from './get-event-type.controller';
import { GetEventController } from './get-event.controller';
import { GetWebhookSourceIpsController } from './get-webhook-source-ips.controller';
import { ListEventTypesController } from './list-event-types.controller';
import { ListEventsController } from './list-events.controller';
import { StreamEventsController } from './stream-events.controller';

/** Every route of the events feed and of the catalog of event types. */
export const EVENT_ROUTES = [
  ListEventsController,
  StreamEventsController,
  GetEventController,
  ListEventTypesController,
  GetEventTypeController,
  GetWebhookSourceIpsController,
];
