import { Body, Controller, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { BusUnavailableError, OutcomeUnknownError } from '#messaging';
import { OperatorCommands, type OperatorOrder } from './operator-commands';

/** `POST /internal/operator_commands` on the internal port, with the internal token: what the command line of an operator decides. */
@Controller('internal/operator_commands')
export class OperatorCommandsController {
  constructor(private readonly commands: OperatorCommands) {}

  @Post()
  async send(@Body() order: unknown, @Res() reply: FastifyReply): Promise<void> {
    if (!isOrder(order)) return void (await reply.code(400).send({ code: 'parameter_invalid' }));
    try {
      const { status, refusal, body } = await this.commands.send(order);
      await reply.code(status).send(refusal ?? { body });
    } catch (error) {
      if (!(error instanceof BusUnavailableError || error instanceof OutcomeUnknownError)) throw error;
      await reply.code(503).send({ code: error instanceof OutcomeUnknownError ? 'outcome_unknown' : 'service_unavailable' });
    }
  }
}

const BY_LENGTH_MAX = 100;
const NOTE_LENGTH_MAX = 500;

function isOrder(order: unknown): order is OperatorOrder {
  const { type, streamId, accountId, livemode, payload } = (order ?? {}) as Record<string, unknown>;
  const texts = [streamId, accountId].every((text) => typeof text === 'string');
  if (!texts || typeof livemode !== 'boolean' || !OperatorCommands.knows(String(type))) return false;
  const { by, note } = (payload ?? {}) as Record<string, unknown>;
  return isText(by, BY_LENGTH_MAX) && isText(note, NOTE_LENGTH_MAX);
}

function isText(value: unknown, lengthMax: number): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= lengthMax;
}
