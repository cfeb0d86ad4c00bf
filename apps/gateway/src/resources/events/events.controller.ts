import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { List } from '../../docs/list.decorator';
import { Show } from '../../docs/show.decorator';
import { RequireScope } from '../../http/access';
import { Reads } from '../../queries/query-handler';
import { EVENT_DOCS } from './docs/event-docs';
import { EVENT_QUERIES } from './event-queries';

/** The events of an account, as lists and one by one. */
@ApiTags('Events')
@Controller('v1/events')
export class EventsController {
  constructor(private readonly reads: Reads) {}

  /** GET /v1/events: every event of the account and mode, of 90 days, in the order of the feed. */
  @Get()
  @RequireScope('events:read')
  @List(EVENT_QUERIES.list, EVENT_DOCS.list)
  listEvents(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(EVENT_QUERIES.list, request, reply);
  }

  /** GET /v1/events/{id}: the event as endpoints get it. */
  @Get(':id')
  @RequireScope('events:read')
  @Show(EVENT_QUERIES.get, EVENT_DOCS.get)
  getEvent(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(EVENT_QUERIES.get, request, reply);
  }
}
