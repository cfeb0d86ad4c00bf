import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventStore } from '#event-store';
import { answerList, Expansions, ListReader } from '#listing';
import type { CustomerState } from '../customer/state';
import { customerResource } from '../customer/render';
import { customersList } from '../customer/list';

/** `GET /internal/customers` for the gateway, which has normalized the query and made digests of e-mail and phone. */
@Controller('internal/customers')
export class CustomersListController {
  private readonly reader: ListReader<CustomerState>;

  constructor(
    @Inject(EventStore) store: EventStore,
    @Inject(Expansions) private readonly expansions: Expansions,
  ) {
    this.reader = new ListReader(store, customersList);
  }

  @Get()
  async listCustomers(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await answerList({
      reader: this.reader,
      request,
      reply,
      render: (snapshots, paths, owner) => this.expansions.expand('customer', snapshots.map(customerResource), paths, owner),
    });
  }
}
