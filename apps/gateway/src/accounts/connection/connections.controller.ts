import { Controller, Get } from '@nestjs/common';
import { LIST_QUERY, RESOURCES, type ConnectionResource, type ListPage } from '#contracts';
import { EventStore } from '#event-store';
import { Exchange, sayPosition, type InternalExchange } from '#listing';
import { readConnectionPage } from './connection-pages.table';

/** `GET /internal/connections`. The gateway has normalized the query. */
@Controller(RESOURCES.connection.internalPath)
export class ConnectionsController {
  constructor(private readonly store: EventStore) {}

  @Get()
  async list(@Exchange(LIST_QUERY) { query, owner, reply }: InternalExchange): Promise<ListPage<ConnectionResource>> {
    await sayPosition(this.store, owner, reply);
    return readConnectionPage(this.store, query, owner);
  }
}
