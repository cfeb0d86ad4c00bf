import { Controller, Get, Query } from '@nestjs/common';
import { SHARD_COUNT } from '#contracts';
import { EventStore } from '#event-store';
import { RefusalError } from '#listing';
import { findErasedCustomers } from '../customer/erased-customers.table';

/** `GET /internal/erased-customers?shard=…&after=…` for services that keep something of customers. */
@Controller('internal/erased-customers')
export class ErasedCustomersController {
  constructor(private readonly store: EventStore) {}

  @Get()
  async listErased(@Query('shard') shard: string, @Query('after') after = ''): Promise<object> {
    if (!/^\d{1,2}$/.test(shard) || Number(shard) >= SHARD_COUNT) throw new RefusalError('parameter_invalid');
    return { customers: await findErasedCustomers(this.store, Number(shard), after) };
  }
}
