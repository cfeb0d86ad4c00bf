import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { VerificationResource } from '#contracts';
import { Answers, IGNORED_HEADER } from '../docs/answers.decorator';
import { NeedsScope } from '../http/access';
import type { ShowRoute } from '../queries/read-route';
import { Reads } from '../queries/reads';
import { GET_VERIFICATION_ERRORS, VERIFICATION_ID } from './kyc-docs';

const ROUTE: ShowRoute = { resource: 'kycVerification', expand: [] };

/** GET /v1/kyc/verifications/{id}: always current, and never across the bus. */
@ApiTags('KYC')
@Controller('v1/kyc/verifications')
export class GetVerificationController {
  constructor(private readonly reads: Reads) {}

  @Get(':id')
  @NeedsScope('kyc:read')
  @ApiOperation({ summary: 'Retrieve a verification' })
  @ApiParam(VERIFICATION_ID)
  @Answers({ status: 200, description: 'The verification.', type: VerificationResource, headers: IGNORED_HEADER }, GET_VERIFICATION_ERRORS)
  getVerification(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(ROUTE, request, reply);
  }
}
