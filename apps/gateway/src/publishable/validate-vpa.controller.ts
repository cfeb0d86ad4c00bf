import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ValidateVpaDto, VpaValidation } from '#contracts';
import { Answers, IGNORED_HEADER } from '../docs/answers.decorator';
import { Operation } from '../docs/route-docs';
import { callerOf, RequireScope } from '../http/access';
import { JSON_TYPE } from '../http/response-headers';
import { ServiceQueries } from '../queries/service-queries';
import { BodyReader } from '../validation/body-reader';
import { readBody } from '../validation/read-body';

const ERRORS = [
  'parameter_missing',
  'parameter_invalid',
  'parameter_unknown',
  'json_invalid',
  'body_too_large',
  'media_type_unsupported',
  'processor_not_configured',
] as const;
const READER = new BodyReader(ValidateVpaDto);

/** POST /v1/payment_methods/validate_vpa: asks the bank of the address, and moves nothing. */
@ApiTags('Payments')
@Controller('v1/payment_methods/validate_vpa')
export class ValidateVpaController {
  constructor(private readonly queries: ServiceQueries) {}

  @Post()
  @RequireScope('payments:read', { forPages: 'anyPayer' })
  @ApiBody({ type: ValidateVpaDto })
  @Answers({ status: 200, description: 'Whether it exists.', type: VpaValidation, headers: IGNORED_HEADER }, ERRORS)
  @Operation({ summary: 'Ask whether a UPI address exists' })
  async validateVpa(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const { vpa } = readBody(READER, request, reply);
    const { text } = await this.queries.post('payments', '/internal/payment_methods/validate_vpa', caller, { vpa });
    const answer = JSON.parse(text) as VpaValidation;
    // Anybody can send a publishable key: the name behind an address is not for anybody.
    const shown = caller.kind === 'publishable' ? { ...answer, customer_name: null } : answer;
    await reply.code(200).header('content-type', JSON_TYPE).send(JSON.stringify(shown));
  }
}
