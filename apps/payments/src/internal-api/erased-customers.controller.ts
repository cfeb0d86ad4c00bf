import { Controller, Get } from '@nestjs/common';
import { ERASED_CUSTOMERS_QUERY, type ErasedCustomersQuery } from '#contracts';
import { EventStore } from '#event-store';
import { InternalQuery } from '#listing';
import { findErasedCustomers } from '../customer/erased-customers.table';

/** `GET /internal/erased-customers` for services that keep something of customers. */
@Controller('internal/erased-customers')
export class ErasedCustomersController {
  constructor(private readonly store: EventStore) {}

  @Get()
  async listErased(@InternalQuery(ERASED_CUSTOMERS_QUERY) query: ErasedCustomersQuery): Promise<object> {
    return { customers: await findErasedCustomers(this.store, query) };
  }
}
