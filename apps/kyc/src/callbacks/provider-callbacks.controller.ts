import { Controller, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { partnerHeadersIn, type Clock } from '#contracts';
import { DeliveryRefusedError } from '#partner-http';
import { ProviderCallbacks, UnknownProviderError } from './provider-callbacks';

/** The clock of the process, for the controller. */
export const CALLBACK_CLOCK = Symbol('clock');

/**
 * `POST /internal/kyc_webhooks/{provider}` for the gateway: the raw body as bytes. Answers the commands that the delivery
 * asks for, which the gateway sends: the verification may be another process's to decide.
 */
@Controller('internal/kyc_webhooks')
export class ProviderCallbacksController {
  constructor(
    @Inject(ProviderCallbacks) private readonly callbacks: ProviderCallbacks,
    @Inject(CALLBACK_CLOCK) private readonly clock: Clock,
  ) {}

  @Post(':provider')
  async readDelivery(@Param('provider') provider: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (!Buffer.isBuffer(request.body)) return void (await reply.code(400).send({ code: 'parameter_missing' }));
    const delivery = { headers: partnerHeadersIn(request.headers), rawBody: request.body, receivedAtMs: this.clock.nowMs() };
    try {
      await reply.code(200).send({ commands: await this.callbacks.commandsFor(provider, delivery) });
    } catch (error) {
      if (error instanceof UnknownProviderError)
        return void (await reply.code(404).send({ code: 'resource_missing', details: { param: 'provider' } }));
      if (!(error instanceof DeliveryRefusedError)) throw error;
      await reply.code(401).send({ code: 'webhook_signature_invalid', details: { reason: error.reason } });
    }
  }
}
