import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EventResource } from '#contracts';
import type { HeaderSchemas } from '../../docs/answers.decorator';
import { Call, ListRoute, Reads, RequireScope, RetrieveRoute, type Answer, type ListCall, type RetrieveCall } from '../../routes';
import { EVENT_LIST } from './event-list';

const FEED_POSITION_HEADER: HeaderSchemas = {
  'Feed-Position': {
    description: 'Position in the feed: of the one event, or up to which a list has looked. `GET /v1/events/stream` goes on after it.',
    schema: { type: 'string', pattern: '^[0-9]{1,19}$' },
  },
};

/** Routes of the events of an account. */
@ApiTags('Events')
@Controller('v1/events')
export class EventsController {
  constructor(private readonly reads: Reads) {}

  @Get()
  @RequireScope('events:read')
  @ListRoute('event', { summary: 'List events', item: EventResource, headers: FEED_POSITION_HEADER, ...EVENT_LIST })
  listEvents(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Get(':id')
  @RequireScope('events:read')
  @RetrieveRoute('event', { summary: 'Retrieve an event', answer: EventResource, headers: FEED_POSITION_HEADER })
  getEvent(@Call() call: RetrieveCall): Promise<Answer> {
    return this.reads.retrieve(call);
  }
}
