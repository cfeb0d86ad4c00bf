import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SubmitVerificationDto, VerificationResource, validateSubmitVerification } from '#contracts';
import type { SubmitInputPayload } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/writes';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { SUBMIT_VERIFICATION_ERRORS, VERIFICATION_ID } from './kyc-docs';

type TakenInput = Pick<SubmitInputPayload, 'vaultId' | 'sandboxAnswer'>;

const ROUTE = writeRoute({
  resource: 'kycVerification',
  command: 'kyc.submit',
  creates: false,
  body: SubmitVerificationDto,
  validate: validateSubmitVerification,
  neverKept: ({ otp, share_code: shareCode }) => [otp, shareCode],
  gather: async ({ otp, share_code: shareCode }, { objectId }, services) => {
    const body = otp == null ? { shareCode } : { otp };
    return JSON.parse(await services.post('kyc', `/internal/kyc_verifications/${objectId}/input`, body)) as TakenInput;
  },
  payload: ({ otp }, _context, _seal, taken): SubmitInputPayload => ({ ...taken, kind: otp == null ? 'share_code' : 'otp', details: {} }),
});

/** POST /v1/kyc/verifications/{id}/submit: the OTP or share code that was asked for, handed over beside the bus. */
@ApiTags('KYC')
@Controller('v1/kyc/verifications')
export class SubmitVerificationController {
  constructor(private readonly writes: Writes) {}

  @Post(':id/submit')
  @NeedsScope('kyc:write')
  @ApiOperation({ summary: 'Submit the OTP or share code' })
  @ApiParam(VERIFICATION_ID)
  @ApiBody({ type: SubmitVerificationDto, required: true })
  @WriteAnswers({ status: 200, description: 'The verification.', type: VerificationResource }, SUBMIT_VERIFICATION_ERRORS)
  submitVerification(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.carryOut(ROUTE, request, reply);
  }
}
