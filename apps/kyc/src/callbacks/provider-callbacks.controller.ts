import { Controller, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { partnerHeadersIn, Clock } from '#contracts';
import { answerDelivery } from '#partner-http';
import { ProviderCallbacks } from './provider-callbacks';

/**
 * `POST /internal/kyc_webhooks/{provider}` for the gateway: the raw body as bytes. Answers the commands that the delivery
 * asks for, which the gateway sends: the verification may be another process's to decide.
 */
@Controller('internal/kyc_webhooks')
export class ProviderCallbacksController {
  constructor(
    private readonly callbacks: ProviderCallbacks,
    private readonly clock: Clock,
  ) {}

  @Post(':provider')
  async readDelivery(@Param('provider') provider: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const received = { headers: partnerHeadersIn(request.headers), body: request.body, receivedAtMs: this.clock.nowMs() };
    const { status, body } = await answerDelivery(received, 'provider', (delivery) => this.callbacks.commandsFor(provider, delivery));
    await reply.code(status).send(body);
  }
}
