import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditEntryResource, AuditHeadList, ListPage } from '#contracts';
import { EventStore } from '#event-store';
import { listQueryOf, Owner, sayPosition, type ListOwner } from '#listing';
import { readAuditHeads, readAuditPage } from './audit-pages.table';

/** `GET /internal/audit_log` and `…/heads`. The gateway has normalized the query. */
@Controller('internal/audit_log')
export class AuditLogController {
  constructor(private readonly store: EventStore) {}

  @Get()
  async list(
    @Owner() owner: ListOwner,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListPage<AuditEntryResource>> {
    await sayPosition(this.store, owner, reply);
    return readAuditPage(this.store, listQueryOf(request), owner);
  }

  @Get('heads')
  async listHeads(@Owner() owner: ListOwner): Promise<AuditHeadList> {
    return { object: 'list', data: await readAuditHeads(this.store, owner) };
  }
}
