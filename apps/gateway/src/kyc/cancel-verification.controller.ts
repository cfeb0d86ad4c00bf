import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { VerificationResource } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { ACT_ON_VERIFICATION_ERRORS, VERIFICATION_ID } from './kyc-docs';

const ROUTE = writeRoute({
  resource: 'kycVerification',
  command: 'kyc.cancel',
  creates: false,
  payload: () => ({ reason: 'cancelled_by_account' }),
});

/** POST /v1/kyc/verifications/{id}/cancel: while nobody has decided yet. */
@ApiTags('KYC')
@Controller('v1/kyc/verifications')
export class CancelVerificationController {
  constructor(private readonly writes: Writes) {}

  @Post(':id/cancel')
  @NeedsScope('kyc:write')
  @ApiOperation({ summary: 'Cancel a verification' })
  @ApiParam(VERIFICATION_ID)
  @WriteAnswers({ status: 200, description: 'The verification.', type: VerificationResource }, ACT_ON_VERIFICATION_ERRORS)
  cancelVerification(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
