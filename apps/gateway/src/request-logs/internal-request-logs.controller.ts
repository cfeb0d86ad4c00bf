import { Controller, Get, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { LIST_QUERY, type ListPage, type RequestLogResource, type ListQuery } from '#contracts';
import { EventStore } from '#event-store';
import { InternalQuery, Owner, sayPosition, type ListOwner } from '#listing';
import { readRequestLog, readRequestLogPage } from './request-log-pages.table';

/** `GET /internal/request_logs` and `…/{id}`. The gateway has normalized the query. */
@Controller('internal/request_logs')
export class InternalRequestLogsController {
  constructor(private readonly store: EventStore) {}

  @Get()
  async list(
    @Owner() owner: ListOwner,
    @InternalQuery(LIST_QUERY) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListPage<RequestLogResource>> {
    await sayPosition(this.store, owner, reply);
    return readRequestLogPage(this.store, query, owner);
  }

  @Get(':id')
  show(@Owner() owner: ListOwner, @Param('id') id: string): Promise<RequestLogResource> {
    return readRequestLog(this.store, id, owner);
  }
}
