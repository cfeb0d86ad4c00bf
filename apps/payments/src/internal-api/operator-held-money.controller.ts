import { Controller, Get, Param, Query } from '@nestjs/common';
import { EventStore, findOwnerBy, type Owner } from '#event-store';
import { RefusalError } from '#listing';
import { heldMoney, MONEY_STREAMS, UNSETTLED_MAX, type Unsettled } from '../payment/unsettled.table';

/** `GET /internal/operator/held_money?refunds_before=…` and `…/{id}` for the pages of operators: over all accounts. */
@Controller('internal/operator/held_money')
export class OperatorHeldMoneyController {
  constructor(private readonly store: EventStore) {}

  /** @param refundsBefore milliseconds since the epoch, see `heldMoney`. */
  @Get()
  async listHeld(@Query('refunds_before') refundsBefore: string): Promise<{ held: Unsettled[]; hasMore: boolean }> {
    if (!/^\d{1,15}$/.test(refundsBefore)) throw new RefusalError('parameter_invalid');
    const held = await heldMoney(this.store.acrossAccounts, Number(refundsBefore));
    return { held, hasMore: held.length === UNSETTLED_MAX };
  }

  /** Whose payment or refund it is. */
  @Get(':id')
  async findOwner(@Param('id') id: string): Promise<Owner> {
    const owner = await findOwnerBy(this.store.acrossAccounts, MONEY_STREAMS, id);
    if (owner === null) throw new RefusalError('resource_missing', { param: 'id' });
    return owner;
  }
}
