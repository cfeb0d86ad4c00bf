import { Controller, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { partnerHeadersIn, Clock } from '#contracts';
import { answerDelivery } from '#partner-http';
import { ProcessorCallbacks } from './processor-callbacks';

/**
 * `POST /internal/processor_webhooks/{processor}` for the gateway: the raw body as bytes. Answers the commands that the
 * delivery asks for, which the gateway sends: the payment may be another process's to decide.
 */
@Controller('internal/processor_webhooks')
export class ProcessorCallbacksController {
  constructor(
    private readonly callbacks: ProcessorCallbacks,
    private readonly clock: Clock,
  ) {}

  @Post(':processor')
  async readDelivery(@Param('processor') processor: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const received = { headers: partnerHeadersIn(request.headers), body: request.body, receivedAtMs: this.clock.nowMs() };
    const { status, body } = await answerDelivery(received, 'processor', (delivery) => this.callbacks.commandsFor(processor, delivery));
    await reply.code(status).send(body);
  }
}
