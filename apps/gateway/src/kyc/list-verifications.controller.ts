import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { VerificationResource } from '#contracts';
import { ListAnswers } from '../docs/list-answers.decorator';
import { NeedsScope } from '../http/access';
import type { ListRoute } from '../queries/read-route';
import { Reads } from '../queries/query-handler';
import { VERIFICATION_LIST } from './kyc-docs';

const ROUTE: ListRoute = { service: 'kyc', internalPath: () => '/internal/kyc_verifications', rules: VERIFICATION_LIST };

/** GET /v1/kyc/verifications (docs/how-to/list-and-page.md). */
@ApiTags('KYC')
@Controller('v1/kyc/verifications')
export class ListVerificationsController {
  constructor(private readonly reads: Reads) {}

  @Get()
  @NeedsScope('kyc:read')
  @ApiOperation({ summary: 'List verifications' })
  @ListAnswers(VerificationResource, VERIFICATION_LIST)
  listVerifications(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(ROUTE, request, reply);
  }
}
