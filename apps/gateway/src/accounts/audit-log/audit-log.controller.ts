import { Controller, Get } from '@nestjs/common';
import { LIST_QUERY, type AuditEntryResource, type AuditHeadList, type ListPage } from '#contracts';
import { EventStore } from '#event-store';
import { Exchange, Owner, sayPosition, type InternalExchange, type ListOwner } from '#listing';
import { readAuditHeads, readAuditPage } from './audit-pages.table';

/** `GET /internal/audit_log` and `…/heads`. The gateway has normalized the query. */
@Controller('internal/audit_log')
export class AuditLogController {
  constructor(private readonly store: EventStore) {}

  @Get()
  async list(@Exchange(LIST_QUERY) { query, owner, reply }: InternalExchange): Promise<ListPage<AuditEntryResource>> {
    await sayPosition(this.store, owner, reply);
    return readAuditPage(this.store, query, owner);
  }

  @Get('heads')
  async listHeads(@Owner() owner: ListOwner): Promise<AuditHeadList> {
    return { object: 'list', data: await readAuditHeads(this.store, owner) };
  }
}
