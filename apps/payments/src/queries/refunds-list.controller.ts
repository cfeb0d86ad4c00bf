import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventStore } from '#event-store';
import { answerList, Expansions, ListReader } from '#listing';
import type { RefundState } from '../domain/refund/refund';
import { refundResource } from '../render-refund';
import { refundsList } from '../views/refunds.list';

/** `GET /internal/refunds` for the gateway, which has normalized the query. */
@Controller('internal/refunds')
export class RefundsListController {
  private readonly reader: ListReader<RefundState>;

  constructor(
    @Inject(EventStore) store: EventStore,
    @Inject(Expansions) private readonly expansions: Expansions,
  ) {
    this.reader = new ListReader(store, refundsList);
  }

  @Get()
  async listRefunds(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { status, text } = await answerList({
      reader: this.reader,
      request,
      render: (snapshots, paths, owner) => this.expansions.expand('refund', snapshots.map(refundResource), paths, owner),
    });
    await reply.code(status).header('content-type', 'application/json; charset=utf-8').send(text);
  }
}
