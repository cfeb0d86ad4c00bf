import { Controller, Get, Param } from '@nestjs/common';
import { isInteger, type QueryRules } from '#contracts';
import { EventStore, findOwnerBy, type Owner } from '#event-store';
import { InternalQuery, RefusalError } from '#listing';
import { heldMoney, MONEY_STREAMS, UNSETTLED_MAX, type Unsettled } from '../payment/unsettled.table';

interface HeldMoneyQuery {
  /** Milliseconds since the epoch, see `heldMoney`. */
  refundsBeforeMs: number;
}

const HELD_MONEY_QUERY: QueryRules<HeldMoneyQuery> = { refundsBeforeMs: isInteger(0) };

/** `GET /internal/operator/held_money` and `…/{id}` for the pages of operators: over all accounts. */
@Controller('internal/operator/held_money')
export class OperatorHeldMoneyController {
  constructor(private readonly store: EventStore) {}

  @Get()
  async listHeld(@InternalQuery(HELD_MONEY_QUERY) { refundsBeforeMs }: HeldMoneyQuery): Promise<{ held: Unsettled[]; hasMore: boolean }> {
    const heldPayments = await heldMoney(this.store.acrossAccounts, refundsBeforeMs);
    return { held: heldPayments, hasMore: heldPayments.length === UNSETTLED_MAX };
  }

  /** Whose payment or refund it is. */
  @Get(':id')
  async findOwner(@Param('id') id: string): Promise<Owner> {
    const owner = await findOwnerBy(this.store.acrossAccounts, MONEY_STREAMS, id);
    if (owner === null) throw new RefusalError('resource_missing', { param: 'id' });
    return owner;
  }
}
