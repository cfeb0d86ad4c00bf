import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ObjectQueries } from '#listing';
import type { RefundState } from '../refund/state';
import { refundResource } from '../refund/render';

/** `GET /internal/refunds/{id}` for the gateway. */
@Controller('internal/refunds')
export class RefundsQueryController {
  constructor(private readonly queries: ObjectQueries) {}

  @Get(':id')
  getRefund(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.queries.answer<RefundState>({ kind: 'refund', id, render: refundResource }, { request, reply });
  }
}
