import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CreateVerificationDto, VerificationResource, validateCreateVerification } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { prepareVerification, toCreateVerificationPayload } from './create-verification-payload';
import { CREATE_VERIFICATION_ERRORS } from './kyc-docs';

const ROUTE = writeRoute({
  resource: 'kycVerification',
  command: 'kyc.create',
  creates: true,
  body: CreateVerificationDto,
  validate: validateCreateVerification,
  sensitiveFields: ({ document_number: number, document_details: details }) => [number, details?.file_number, details?.share_code],
  // A key of its own: redacting the verification destroys every copy of what is personal in it, and erasing the customer too.
  encryptFor: (_dto, { objectId }) => ({ subjectId: objectId, mayCreateKey: true }),
  prepare: prepareVerification,
  discard: ({ objectId }, services) => services.post('kyc', `/internal/kyc_verifications/${objectId}/discard`, {}),
  payload: (dto, _context, seal, prepared) => toCreateVerificationPayload(dto, seal, prepared),
});

/** POST /v1/kyc/verifications: the number is handed over beside the bus and never kept in the clear. */
@ApiTags('KYC')
@Controller('v1/kyc/verifications')
export class CreateVerificationController {
  constructor(private readonly writes: Writes) {}

  @Post()
  @NeedsScope('kyc:write', { countedAs: 'verifications' })
  @ApiOperation({ summary: 'Verify an identity document of a customer' })
  @ApiBody({ type: CreateVerificationDto, required: true })
  @WriteAnswers(
    { status: 201, description: 'The verification. Only `verified` means verified.', type: VerificationResource },
    CREATE_VERIFICATION_ERRORS,
  )
  createVerification(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
