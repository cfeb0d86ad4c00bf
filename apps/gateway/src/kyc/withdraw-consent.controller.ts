import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { VerificationResource } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { ACT_ON_VERIFICATION_ERRORS, VERIFICATION_ID } from './kyc-docs';

const ROUTE = writeRoute({ resource: 'kycVerification', command: 'kyc.withdraw_consent', creates: false, payload: () => ({}) });

/**
 * POST /v1/kyc/verifications/{id}/withdraw_consent: as easy as giving it. An open verification ends, and what identifies the
 * person goes as by a redaction, unless the law has it kept. Again changes nothing.
 */
@ApiTags('KYC')
@Controller('v1/kyc/verifications')
export class WithdrawConsentController {
  constructor(private readonly writes: Writes) {}

  @Post(':id/withdraw_consent')
  @NeedsScope('kyc:write')
  @ApiOperation({ summary: 'Withdraw the consent to a verification' })
  @ApiParam(VERIFICATION_ID)
  @WriteAnswers({ status: 200, description: 'The verification.', type: VerificationResource }, ACT_ON_VERIFICATION_ERRORS)
  withdrawConsent(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
