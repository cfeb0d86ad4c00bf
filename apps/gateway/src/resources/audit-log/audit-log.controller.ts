import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { List } from '../../docs/list.decorator';
import { Show } from '../../docs/show.decorator';
import { RequireScope } from '../../http/access';
import { Reads } from '../../queries/query-handler';
import { AUDIT_LOG_QUERIES } from './audit-log-queries';
import { AUDIT_LOG_DOCS } from './docs/audit-log-docs';

/** Support reads the request log alone. */
const AUDITORS = { ofPeople: { roles: ['owner', 'admin', 'developer'], needsStepUp: false } } as const;

/** Who did what in the account. */
@ApiTags('Audit log')
@Controller('v1/audit_log')
export class AuditLogController {
  constructor(private readonly reads: Reads) {}

  /** GET /v1/audit_log */
  @Get()
  @RequireScope('logs:read', AUDITORS)
  @List(AUDIT_LOG_QUERIES.list, AUDIT_LOG_DOCS.list)
  listAuditLog(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(AUDIT_LOG_QUERIES.list, request, reply);
  }

  /** GET /v1/audit_log/heads: over both modes, as positions are. */
  @Get('heads')
  @RequireScope('logs:read', AUDITORS)
  @Show(AUDIT_LOG_QUERIES.heads, AUDIT_LOG_DOCS.heads)
  listAuditHeads(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(AUDIT_LOG_QUERIES.heads, request, reply);
  }
}
