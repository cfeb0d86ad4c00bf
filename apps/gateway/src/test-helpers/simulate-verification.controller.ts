import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SimulateVerificationDto, VerificationResource, toSimulationPayload, validateSimulation } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { SIMULATE_VERIFICATION_ERRORS, VERIFICATION_ID } from '../kyc/kyc-docs';

const ROUTE = writeRoute({
  resource: 'kycVerification',
  command: 'kyc.simulate',
  creates: false,
  body: SimulateVerificationDto,
  validate: validateSimulation,
  payload: toSimulationPayload,
});

/** POST /v1/test_helpers/kyc_verifications/{id}/simulate: test keys only (docs/reference/testing.md). */
@ApiTags('Test helpers')
@Controller('v1/test_helpers/kyc_verifications')
export class SimulateVerificationController {
  constructor(private readonly writes: Writes) {}

  @Post(':id/simulate')
  @NeedsScope('kyc:write', { isTestOnly: true })
  @ApiOperation({ summary: 'Act as the customer, the register or the reviewer of the sandbox' })
  @ApiParam(VERIFICATION_ID)
  @ApiBody({ type: SimulateVerificationDto, required: true })
  @WriteAnswers({ status: 200, description: 'The verification.', type: VerificationResource }, SIMULATE_VERIFICATION_ERRORS)
  simulateVerification(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
