import { Body, Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import { normalizeVpa, type ListPage, type OfferedMethod, type VpaValidation } from '#contracts';
import { Owner, RefusalError, type ListOwner } from '#listing';
import type { Processors } from '../processors/routing/choose-processor';
import { offeredMethods } from '../processors/offer';
import { LIVE_NOT_CONFIGURED } from '../processors/routing/registry';

/** Provider token of the processors that payments are asked of. */
export const PROCESSORS = Symbol('processors');

const NO_PROCESSOR_VALIDATES = { message: 'None of the processors of this mode says whether a UPI address exists.' };

/** `GET /internal/payment_methods` for the gateway: what can be offered now; and whether a UPI address exists. */
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

  /** Asks the first processor that can tell. @throws RefusalError processor_not_configured. */
  @Post('validate_vpa')
  @HttpCode(200)
  async validateVpa(@Owner() { livemode }: ListOwner, @Body() { vpa }: { vpa: string }): Promise<VpaValidation> {
    const { sandbox, test, live } = this.processors;
    const able = (livemode ? live.all() : [sandbox, ...test.all()]).find(({ validateVpa }) => validateVpa !== undefined);
    if (able?.validateVpa === undefined) throw new RefusalError(LIVE_NOT_CONFIGURED.code, NO_PROCESSOR_VALIDATES);
    const address = normalizeVpa(vpa);
    const { exists, name } = await able.validateVpa(address);
    return { object: 'vpa_validation', livemode, vpa: address, valid: exists, customer_name: name ?? null };
  }
}
