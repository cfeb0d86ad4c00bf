import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LOGGED_METHODS, RequestLogResource, type LoggedRequest, type LoggedResponse } from '#contracts';
import type { Caller } from '../../auth/authenticator';
import { copiesShownTo } from '../../auth/copies-of-objects';
import { Call, ListRoute, Reads, RequireScope, RetrieveRoute, type Answer, type ListCall, type RetrieveCall } from '../../routes';

const NO_REQUEST: LoggedRequest = { headers: {}, query: {}, body: null };
const NO_RESPONSE: LoggedResponse = { headers: {}, body: null };

/** Routes of the request log of the account. */
@ApiTags('Request log')
@Controller('v1/request_logs')
export class RequestLogsController {
  constructor(private readonly reads: Reads) {}

  @Get()
  @RequireScope('logs:read')
  @ListRoute('requestLog', {
    summary: 'List requests',
    description:
      'All that changed something or were refused, and in test mode those that read; for `request_log_days`, within a second. Without bodies.',
    item: RequestLogResource,
    own: {
      status: { form: 'httpStatus' },
      method: { words: LOGGED_METHODS },
      path: { form: 'path' },
      operation: { form: 'operation' },
      error_code: { form: 'errorCode' },
      actor: { form: 'actor' },
      resource: { form: 'id' },
      at: { instants: true },
    },
    hasTotalCount: false,
    partFor: logShownTo,
  })
  listRequestLogs(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Get(':id')
  @RequireScope('logs:read')
  @RetrieveRoute('requestLog', {
    summary: 'Retrieve a request',
    description: 'With its bodies.',
    answer: RequestLogResource,
    returns: 'The request and its answer.',
    partFor: logShownTo,
  })
  getRequestLog(@Call() call: RetrieveCall): Promise<Answer> {
    return this.reads.retrieve(call);
  }
}

/** Support sees each request and how it ended, and nothing of its content. */
function logShownTo(caller: Caller): ReturnType<typeof copiesShownTo> {
  if (caller.user?.role !== 'support') return copiesShownTo(caller);
  return (log) => ({ ...log, idempotency_key: null, request: NO_REQUEST, response: NO_RESPONSE });
}
