import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS, type ListPage, type OfferedMethod } from '#contracts';
import { ownerOrRefuse } from '#listing';
import type { Processors } from '../processors/routing/choose-processor';
import { offeredMethods } from '../processors/offer';
import { LIVE_NOT_CONFIGURED } from '../processors/routing/registry';

/** Provider token of the processors that payments are asked of. */
export const PROCESSORS = Symbol('processors');

const JSON_TYPE = 'application/json; charset=utf-8';

/** `GET /internal/payment_methods` for the gateway: what can be offered now. */
@Controller('internal/payment_methods')
export class PaymentMethodOffersController {
  constructor(@Inject(PROCESSORS) private readonly processors: Processors) {}

  @Get()
  async listOffers(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const owner = await ownerOrRefuse({ request, reply });
    if (owner === null) return;
    const { sandbox, test, live } = this.processors;
    const asked = owner.livemode ? live.all() : [sandbox, ...test.all()];
    if (asked.length === 0) return void (await reply.code(ERRORS[LIVE_NOT_CONFIGURED.code].status).send(LIVE_NOT_CONFIGURED));
    const page: ListPage<OfferedMethod> = { data: await offeredMethods(asked, owner), has_more: false, next_cursor: null };
    await reply.header('content-type', JSON_TYPE).send(JSON.stringify(page));
  }
}
