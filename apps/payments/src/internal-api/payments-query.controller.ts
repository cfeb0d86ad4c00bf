import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ObjectQueries } from '#listing';
import type { PaymentResource } from '#contracts';
import type { Snapshot } from '#event-store';
import type { PaymentState } from '../payment/state';
import { paymentResource, type RenderOptions } from '../payment/render';

/** How the query controller renders what it reads; the same options as the aggregate. */
export const RENDER_OPTIONS = Symbol('render-options');

/** `GET /internal/payments/{id}` for the gateway. */
@Controller('internal/payments')
export class PaymentsQueryController {
  constructor(
    private readonly queries: ObjectQueries,
    @Inject(RENDER_OPTIONS) private readonly options: RenderOptions,
  ) {}

  @Get(':id')
  getPayment(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const render = (snapshot: Snapshot<PaymentState>): PaymentResource => paymentResource(snapshot, this.options);
    return this.queries.answer<PaymentState>({ kind: 'payment', id, render }, { request, reply });
  }
}
