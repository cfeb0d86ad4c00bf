import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HistoryEventResource } from '#contracts';
import { ListAnswers } from '../docs/list-answers.decorator';
import { NeedsScope } from '../http/access';
import type { ListRules } from '../lists/list-rules';
import type { ListRoute } from '../queries/read-route';
import { Reads } from '../queries/query-handler';
import { VERIFICATION_ID } from './kyc-docs';

const RULES: ListRules = { kind: 'event', filters: [], expand: [] };
const ROUTE: ListRoute = {
  service: 'kyc',
  internalPath: ({ id = '' }) => `/internal/kyc_verifications/${id}/events`,
  parent: { resource: 'kycVerification', idParam: 'id' },
  rules: RULES,
};

/** GET /v1/kyc/verifications/{id}/events: the whole history, of any age, with who caused it. Events are thin. */
@ApiTags('KYC')
@Controller('v1/kyc/verifications')
export class ListVerificationEventsController {
  constructor(private readonly reads: Reads) {}

  @Get(':id/events')
  @NeedsScope('kyc:read')
  @ApiOperation({ summary: 'List every event of a verification' })
  @ApiParam(VERIFICATION_ID)
  @ListAnswers(HistoryEventResource, RULES, ['resource_missing'])
  listVerificationEvents(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(ROUTE, request, reply);
  }
}
