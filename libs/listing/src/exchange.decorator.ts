import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseQuery, type QueryRules } from '#contracts';
import type { InternalExchange } from './answer-list';
import { ownerIn } from './owner.decorator';

/** Headers are set on the reply; Nest sends what the handler returns. @throws what `InternalQuery` and `Owner` throw. */
export const Exchange = createParamDecorator((rules: QueryRules<object>, context: ExecutionContext): InternalExchange<object> => {
  const http = context.switchToHttp();
  const request = http.getRequest<FastifyRequest<{ Querystring: { query?: unknown } }>>();
  return { query: parseQuery(request.query.query, rules), owner: ownerIn(request), reply: http.getResponse<FastifyReply>() };
});
