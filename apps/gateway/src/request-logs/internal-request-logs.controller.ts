import { Controller, Get, Param } from '@nestjs/common';
import { LIST_QUERY, type ListPage, type RequestLogResource } from '#contracts';
import { EventStore } from '#event-store';
import { Exchange, Owner, sayPosition, type InternalExchange, type ListOwner } from '#listing';
import { readRequestLog, readRequestLogPage } from './request-log-pages.table';

/** `GET /internal/request_logs` and `…/{id}`. The gateway has normalized the query. */
@Controller('internal/request_logs')
export class InternalRequestLogsController {
  constructor(private readonly store: EventStore) {}

  @Get()
  async list(@Exchange(LIST_QUERY) { query, owner, reply }: InternalExchange): Promise<ListPage<RequestLogResource>> {
    await sayPosition(this.store, owner, reply);
    return readRequestLogPage(this.store, query, owner);
  }

  @Get(':id')
  show(@Owner() owner: ListOwner, @Param('id') id: string): Promise<RequestLogResource> {
    return readRequestLog(this.store, id, owner);
  }
}
