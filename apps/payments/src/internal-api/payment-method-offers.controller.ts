import { Controller, Get, Inject } from '@nestjs/common';
import type { ListPage, OfferedMethod } from '#contracts';
import { Owner, RefusalError, type ListOwner } from '#listing';
import type { Processors } from '../processors/routing/choose-processor';
import { offeredMethods } from '../processors/offer';
import { LIVE_NOT_CONFIGURED } from '../processors/routing/registry';

/** Provider token of the processors that payments are asked of. */
export const PROCESSORS = Symbol('processors');

/** `GET /internal/payment_methods` for the gateway: what can be offered now. */
@Controller('internal/payment_methods')
export class PaymentMethodOffersController {
  constructor(@Inject(PROCESSORS) private readonly processors: Processors) {}

  @Get()
  async listOffers(@Owner() owner: ListOwner): Promise<ListPage<OfferedMethod>> {
    const { sandbox, test, live } = this.processors;
    const asked = owner.livemode ? live.all() : [sandbox, ...test.all()];
    if (asked.length === 0) throw new RefusalError(LIVE_NOT_CONFIGURED.code, LIVE_NOT_CONFIGURED.details);
    return { data: await offeredMethods(asked, owner), has_more: false, next_cursor: null };
  }
}
