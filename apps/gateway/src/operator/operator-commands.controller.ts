import { Body, Controller, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { firstValueFrom } from 'rxjs';
import { Clock, COMMAND_LIFETIME_MS, COMMAND_TOPIC, Random } from '#contracts';
import type { Command, CommandService, Reply } from '#contracts';
import { BusClient, BusUnavailableError, OutcomeUnknownError } from '#messaging';
import { PersonalData } from '#personal-data';

/** What an operator may ask of a payment, a refund, a verification or a webhook endpoint, and who decides it; everything else goes through the API. */
const SERVICES: ReadonlyMap<string, CommandService> = new Map([
  ['payments.resolve', 'payments'],
  ['refunds.resolve', 'payments'],
  ['kyc.inspect', 'kyc'],
  ['kyc.decide', 'kyc'],
  ['kyc.hold', 'kyc'],
  ['webhook_endpoints.enable', 'webhooks'],
  ['webhook_endpoints.disable', 'webhooks'],
]);

/** An order as the command line sends it. `by` and `note` in the payload say who and why. */
export interface OperatorOrder {
  type: string;
  streamId: string;
  accountId: string;
  livemode: boolean;
  payload: { by: string; note: string };
}

/**
 * `POST /internal/operator_commands` on the internal port, with the internal token: what an operator decides
 * goes the way of every command, so that the decision is a fact with its author.
 */
@Controller('internal/operator_commands')
export class OperatorCommandsController {
  constructor(
    private readonly client: BusClient,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly personalData: PersonalData,
  ) {}

  @Post()
  async send(@Body() order: unknown, @Res() reply: FastifyReply): Promise<void> {
    if (!isOrder(order)) return void (await reply.code(400).send({ code: 'parameter_invalid' }));
    try {
      const topic = COMMAND_TOPIC[SERVICES.get(order.type) ?? 'payments'];
      const { status, refusal, body } = await firstValueFrom(this.client.send<Reply, Command>(topic, this.commandOf(order)));
      // The answer to an operator is an edge like any other: what is personal in it is shown in the clear.
      const shown = body === null ? null : await this.personalData.unseal(body, order.accountId);
      await reply.code(status).send(refusal ?? { body: shown });
    } catch (error) {
      if (!(error instanceof BusUnavailableError || error instanceof OutcomeUnknownError)) throw error;
      await reply.code(503).send({ code: error instanceof OutcomeUnknownError ? 'outcome_unknown' : 'service_unavailable' });
    }
  }

  private commandOf({ type, streamId, accountId, livemode, payload }: OperatorOrder): Command {
    const commandId = this.random.uuid();
    const issuedAtMs = this.clock.nowMs();
    return {
      commandId,
      type,
      streamId,
      accountId,
      livemode,
      idempotency: null,
      actor: { kind: 'operator', id: payload.by, address: null },
      requestId: null,
      correlationId: commandId,
      causationId: null,
      issuedAtMs,
      deadlineAtMs: issuedAtMs + COMMAND_LIFETIME_MS,
      payload,
    };
  }
}

const BY_LENGTH_MAX = 100;
const NOTE_LENGTH_MAX = 500;

function isOrder(order: unknown): order is OperatorOrder {
  const { type, streamId, accountId, livemode, payload } = (order ?? {}) as Record<string, unknown>;
  const texts = [streamId, accountId].every((text) => typeof text === 'string');
  if (!texts || typeof livemode !== 'boolean' || !SERVICES.has(String(type))) return false;
  const { by, note } = (payload ?? {}) as Record<string, unknown>;
  return isText(by, BY_LENGTH_MAX) && isText(note, NOTE_LENGTH_MAX);
}

function isText(value: unknown, lengthMax: number): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= lengthMax;
}
