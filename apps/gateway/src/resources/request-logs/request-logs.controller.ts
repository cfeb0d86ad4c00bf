import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { List } from '../../docs/list.decorator';
import { Show } from '../../docs/show.decorator';
import { RequireScope } from '../../http/access';
import { Reads } from '../../queries/query-handler';
import { REQUEST_LOG_DOCS } from './docs/request-log-docs';
import { REQUEST_LOG_QUERIES } from './request-log-queries';

/** What was asked in the account, and what was answered. */
@ApiTags('Request log')
@Controller('v1/request_logs')
export class RequestLogsController {
  constructor(private readonly reads: Reads) {}

  /** GET /v1/request_logs */
  @Get()
  @RequireScope('logs:read')
  @List(REQUEST_LOG_QUERIES.list, REQUEST_LOG_DOCS.list)
  listRequestLogs(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(REQUEST_LOG_QUERIES.list, request, reply);
  }

  /** GET /v1/request_logs/{id} */
  @Get(':id')
  @RequireScope('logs:read')
  @Show(REQUEST_LOG_QUERIES.get, REQUEST_LOG_DOCS.get)
  getRequestLog(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(REQUEST_LOG_QUERIES.get, request, reply);
  }
}
