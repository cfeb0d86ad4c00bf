import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventResource } from '#contracts';
import { ShowAnswers } from '../docs/show-answers.decorator';
import { NeedsScope } from '../http/access';
import type { ShowRoute } from '../queries/read-route';
import { Reads } from '../queries/query-handler';
import { EVENT_ID, FEED_POSITION_HEADER } from './event-docs';

const ROUTE: ShowRoute = { resource: 'event', expand: [] };

/** GET /v1/events/{id}: the event as endpoints get it. */
@ApiTags('Events')
@Controller('v1/events')
export class GetEventController {
  constructor(private readonly reads: Reads) {}

  @Get(':id')
  @NeedsScope('events:read')
  @ApiOperation({ summary: 'Retrieve an event' })
  @ApiParam(EVENT_ID)
  @ShowAnswers({ description: 'The event.', type: EventResource, headers: FEED_POSITION_HEADER }, ROUTE)
  getEvent(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(ROUTE, request, reply);
  }
}
