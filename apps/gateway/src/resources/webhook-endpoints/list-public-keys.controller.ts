import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EXAMPLE_IDS, WebhookPublicKeys } from '#contracts';
import { Answers, IGNORED_HEADER } from '../../docs/answers.decorator';
import { callerOf, RequireScope } from '../../http/access';
import { checkUnknownParameters, unknownQuery } from '../../http/ignored-parameters';
import { invalidRequest } from '../../http/invalid-request';
import { couldOwn, resourceMissing } from '../../http/resources';
import { JSON_TYPE } from '../../http/response-headers';
import { ServiceQueries } from '../../queries/service-queries';

/** GET /v1/webhook_endpoints/{id}/public_keys: what `v1a` signatures are verified with. */
@ApiTags('Webhook endpoints')
@Controller('v1/webhook_endpoints')
export class ListPublicKeysController {
  constructor(private readonly queries: ServiceQueries) {}

  @Get(':id/public_keys')
  @RequireScope('webhooks:read')
  @ApiOperation({ summary: 'List the public keys of a webhook endpoint' })
  @ApiParam({ name: 'id', schema: { type: 'string', maxLength: 64 }, example: EXAMPLE_IDS.webhookEndpoint })
  @Answers({ status: 200, description: 'Those that sign now, the newest first.', type: WebhookPublicKeys, headers: IGNORED_HEADER }, [
    'parameter_unknown',
    'resource_missing',
  ])
  async listPublicKeys(@Req() request: FastifyRequest<{ Params: { id: string } }>, @Res() reply: FastifyReply): Promise<void> {
    const unknown = checkUnknownParameters(request, reply, unknownQuery(request));
    if (unknown.length > 0) throw invalidRequest(unknown);
    const { id } = request.params;
    const caller = callerOf(request);
    if (!couldOwn(caller, 'webhookEndpoint', id)) throw resourceMissing('id');
    const { text } = await this.queries.get('webhooks', `/internal/webhook_endpoints/${id}/public_keys`, caller);
    await reply.header('content-type', JSON_TYPE).send(text);
  }
}
