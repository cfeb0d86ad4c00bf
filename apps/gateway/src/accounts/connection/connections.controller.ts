import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { LIST_QUERY, RESOURCES, type ConnectionResource, type ListPage, type ListQuery } from '#contracts';
import { EventStore } from '#event-store';
import { InternalQuery, Owner, sayPosition, type ListOwner } from '#listing';
import { readConnectionPage } from './connection-pages.table';

/** `GET /internal/connections`. The gateway has normalized the query. */
@Controller(RESOURCES.connection.internalPath)
export class ConnectionsController {
  constructor(private readonly store: EventStore) {}

  @Get()
  async list(
    @Owner() owner: ListOwner,
    @InternalQuery(LIST_QUERY) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListPage<ConnectionResource>> {
    await sayPosition(this.store, owner, reply);
    return readConnectionPage(this.store, query, owner);
  }
}
