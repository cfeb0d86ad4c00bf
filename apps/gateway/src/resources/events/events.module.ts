import { Module } from '@nestjs/common';
import { loadEventCatalog } from '#event-catalog';
import { AuthModule } from '../../auth/auth.module';
import { QueriesModule } from '../../queries/queries.module';
import { EventStreams } from './event-streams';
import { EventTypes } from './event-types';
import { EventsController } from './events.controller';
import { GetEventTypeController } from './get-event-type.controller';
import { GetWebhookSourceIpsController } from './get-webhook-source-ips.controller';
import { ListEventTypesController } from './list-event-types.controller';
import { StreamEventsController } from './stream-events.controller';

/** The feed of events, its catalog, and streams of it. */
@Module({
  imports: [AuthModule, QueriesModule],
  controllers: [StreamEventsController, EventsController, ListEventTypesController, GetEventTypeController, GetWebhookSourceIpsController],
  providers: [EventStreams, { provide: EventTypes, useFactory: () => new EventTypes(loadEventCatalog()) }],
})
export class EventsModule {}
