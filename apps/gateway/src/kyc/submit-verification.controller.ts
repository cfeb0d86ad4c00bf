import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SubmitVerificationDto, VerificationResource, givenDetailNames, validateSubmitVerification } from '#contracts';
import type { SubmitInputPayload } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { detailsOf, fileNumberOf } from './create-verification-payload';
import { SUBMIT_VERIFICATION_ERRORS, VERIFICATION_ID } from './kyc-docs';

type TakenInput = Pick<SubmitInputPayload, 'vaultId' | 'sandboxAnswer'>;

/** Of details that may travel nothing is handed over. */
const NOTHING_TAKEN: TakenInput = { vaultId: null, sandboxAnswer: null };

const ROUTE = writeRoute({
  resource: 'kycVerification',
  command: 'kyc.submit',
  creates: false,
  body: SubmitVerificationDto,
  validate: validateSubmitVerification,
  sensitiveFields: ({ otp, share_code: shareCode, document_details: details }) => [
    otp,
    shareCode,
    details?.file_number,
    details?.share_code,
  ],
  encryptFor: (_dto, { objectId }) => ({ subjectId: objectId }),
  prepare: async (dto, { objectId }, services) => {
    const handed = handedOver(dto);
    if (Object.keys(handed).length === 0) return NOTHING_TAKEN;
    return JSON.parse(await services.post('kyc', `/internal/kyc_verifications/${objectId}/input`, handed)) as TakenInput;
  },
  payload: (dto, _context, seal, taken): SubmitInputPayload => ({
    ...taken,
    kind: dto.otp == null ? 'details' : 'otp',
    details: detailsOf(dto.document_details, seal),
    given: givenDetailNames(dto),
  }),
});

/** What goes beside the bus. */
function handedOver({ otp, share_code, document_details: details }: SubmitVerificationDto): Record<string, string> {
  if (otp != null) return { otp };
  const [shareCode, fileNumber] = [share_code ?? details?.share_code ?? null, fileNumberOf(details?.file_number)];
  return { ...(shareCode !== null && { shareCode }), ...(fileNumber !== null && { fileNumber }) };
}

/** POST /v1/kyc/verifications/{id}/submit: what `next_action` asks for. Secrets are handed over beside the bus. */
@ApiTags('KYC')
@Controller('v1/kyc/verifications')
export class SubmitVerificationController {
  constructor(private readonly writes: Writes) {}

  @Post(':id/submit')
  @NeedsScope('kyc:write')
  @ApiOperation({ summary: 'Submit the OTP, share code or details that were asked for' })
  @ApiParam(VERIFICATION_ID)
  @ApiBody({ type: SubmitVerificationDto, required: true })
  @WriteAnswers({ status: 200, description: 'The verification.', type: VerificationResource }, SUBMIT_VERIFICATION_ERRORS)
  submitVerification(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
