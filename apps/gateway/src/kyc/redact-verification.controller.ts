import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { VerificationResource } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { ACT_ON_VERIFICATION_ERRORS, VERIFICATION_ID } from './kyc-docs';

const ROUTE = writeRoute({ resource: 'kycVerification', command: 'kyc.redact', creates: false, payload: () => ({ because: 'requested' }) });

/** POST /v1/kyc/verifications/{id}/redact: what identifies the person goes, status and reason stay. Again changes nothing. */
@ApiTags('KYC')
@Controller('v1/kyc/verifications')
export class RedactVerificationController {
  constructor(private readonly writes: Writes) {}

  @Post(':id/redact')
  @NeedsScope('kyc:write')
  @ApiOperation({ summary: 'Redact a verification' })
  @ApiParam(VERIFICATION_ID)
  @WriteAnswers({ status: 200, description: 'The verification.', type: VerificationResource }, ACT_ON_VERIFICATION_ERRORS)
  redactVerification(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
