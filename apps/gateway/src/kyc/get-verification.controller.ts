import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { VerificationResource } from '#contracts';
import { ShowAnswers } from '../docs/show-answers.decorator';
import { NeedsScope } from '../http/access';
import type { ShowRoute } from '../queries/read-route';
import { Reads } from '../queries/query-handler';
import { VERIFICATION_ID } from './kyc-docs';

const ROUTE: ShowRoute = { resource: 'kycVerification', expand: [], hasAsOf: true };

/** GET /v1/kyc/verifications/{id}: always current, unless `as_of` asks for a moment of the past; and never across the bus. */
@ApiTags('KYC')
@Controller('v1/kyc/verifications')
export class GetVerificationController {
  constructor(private readonly reads: Reads) {}

  @Get(':id')
  @NeedsScope('kyc:read')
  @ApiOperation({ summary: 'Retrieve a verification' })
  @ApiParam(VERIFICATION_ID)
  @ShowAnswers({ description: 'The verification.', type: VerificationResource }, ROUTE)
  getVerification(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(ROUTE, request, reply);
  }
}
