import { Controller, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CLOCK_TOKEN } from './clock-token';
import { partnerHeadersIn, type Clock } from '#contracts';
import { DeliveryRefusedError } from '#partner-http';
import { ProcessorCallbacks, UnknownProcessorError } from './processor-callbacks';

/**
 * `POST /internal/processor_webhooks/{processor}` for the gateway: the raw body as bytes. Answers the commands that the
 * delivery asks for, which the gateway sends: the payment may be another process's to decide.
 */
@Controller('internal/processor_webhooks')
export class ProcessorCallbacksController {
  constructor(
    @Inject(ProcessorCallbacks) private readonly callbacks: ProcessorCallbacks,
    @Inject(CLOCK_TOKEN) private readonly clock: Clock,
  ) {}

  @Post(':processor')
  async readDelivery(@Param('processor') processor: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (!Buffer.isBuffer(request.body)) return void (await reply.code(400).send({ code: 'parameter_missing' }));
    const delivery = { headers: partnerHeadersIn(request.headers), rawBody: request.body, receivedAtMs: this.clock.nowMs() };
    try {
      await reply.code(200).send({ commands: await this.callbacks.commandsFor(processor, delivery) });
    } catch (error) {
      if (error instanceof UnknownProcessorError)
        return void (await reply.code(404).send({ code: 'resource_missing', details: { param: 'processor' } }));
      if (!(error instanceof DeliveryRefusedError)) throw error;
      await reply.code(401).send({ code: 'webhook_signature_invalid', details: { reason: error.reason } });
    }
  }
}
