import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RESOURCES, type ConnectionResource, type ListPage } from '#contracts';
import { EventStore } from '#event-store';
import { listQueryOf, Owner, sayPosition, type ListOwner } from '#listing';
import { readConnectionPage } from './connection-pages.table';

/** `GET /internal/connections`. The gateway has normalized the query. */
@Controller(RESOURCES.connection.internalPath)
export class ConnectionsController {
  constructor(private readonly store: EventStore) {}

  @Get()
  async list(
    @Owner() owner: ListOwner,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListPage<ConnectionResource>> {
    await sayPosition(this.store, owner, reply);
    return readConnectionPage(this.store, listQueryOf(request), owner);
  }
}
