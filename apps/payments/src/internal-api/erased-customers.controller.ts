import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { SHARD_COUNT } from '#contracts';
import { EventStore } from '#event-store';
import { findErasedCustomers } from '../customer/erased-customers.table';

/** `GET /internal/erased-customers?shard=…&after=…` for services that keep something of customers. */
@Controller('internal/erased-customers')
export class ErasedCustomersController {
  constructor(@Inject(EventStore) private readonly store: EventStore) {}

  @Get()
  async listErased(@Query('shard') shard: string, @Query('after') after = '', @Res() reply: FastifyReply): Promise<void> {
    if (!/^\d{1,2}$/.test(shard) || Number(shard) >= SHARD_COUNT) return void (await reply.code(400).send({ code: 'parameter_invalid' }));
    await reply.send({ customers: await findErasedCustomers(this.store, Number(shard), after) });
  }
}
