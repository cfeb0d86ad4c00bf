import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventResource } from '#contracts';
import { ListAnswers } from '../docs/list-answers.decorator';
import { NeedsScope } from '../http/access';
import type { ListRoute } from '../queries/read-route';
import { Reads } from '../queries/query-handler';
import { EVENT_LIST, FEED_POSITION_HEADER } from './event-docs';

const ROUTE: ListRoute = { service: 'webhooks', internalPath: () => '/internal/events', rules: EVENT_LIST };

/** GET /v1/events: every event of the account and mode, of 90 days, in the order of the feed. */
@ApiTags('Events')
@Controller('v1/events')
export class ListEventsController {
  constructor(private readonly reads: Reads) {}

  @Get()
  @NeedsScope('events:read')
  @ApiOperation({ summary: 'List events' })
  @ListAnswers(EventResource, EVENT_LIST, [], FEED_POSITION_HEADER)
  listEvents(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(ROUTE, request, reply);
  }
}
