import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PaymentResource } from '#contracts';
import { Answers, IGNORED_HEADER } from '../docs/answers.decorator';
import { NeedsScope, callerOf } from '../http/access';
import { invalidRequest } from '../http/invalid-request';
import { judgeUnknown, unknownQuery } from '../http/ignored-parameters';
import { JSON_TYPE } from '../http/response-headers';
import { GET_PAYMENT_ERRORS } from './payment-docs';
import { PaymentQueries } from './payment-queries';

/** GET /v1/payments/{id}: always current, and never across the bus (architecture.md 1). */
@ApiTags('Payments')
@Controller('v1/payments')
export class GetPaymentController {
  constructor(private readonly queries: PaymentQueries) {}

  @Get(':id')
  @NeedsScope('payments:read')
  @ApiOperation({ summary: 'Retrieve a payment' })
  @ApiParam({ name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'pay_0TgWzRaB07xK2mNq5Yd8Vf3L' })
  @Answers({ status: 200, description: 'The payment.', type: PaymentResource, headers: IGNORED_HEADER }, GET_PAYMENT_ERRORS)
  async getPayment(@Req() request: FastifyRequest<{ Params: { id: string } }>, @Res() reply: FastifyReply): Promise<void> {
    const unknown = judgeUnknown(request, reply, unknownQuery(request));
    if (unknown.length > 0) throw invalidRequest(unknown);
    const body = await this.queries.find(request.params.id, callerOf(request));
    await reply.header('content-type', JSON_TYPE).send(body);
  }
}
