import { firstValueFrom } from 'rxjs';
import { COMMAND_LIFETIME_MS, COMMAND_TOPIC, newId, shardOfAccount } from '#contracts';
import type { Clock, Command, CreatePaymentPayload, IdempotencyClaim, Random, Reply } from '#contracts';
import { BusUnavailableError, OutcomeUnknownError } from '#messaging';
import type { BusClient } from '#messaging';
import type { Caller } from '../auth/authenticator';
import { ApiError } from '../http/api-error';
import type { InFlightKeys } from '../idempotency/in-flight';

/** A caller's wish, checked, on its way to the payments service. */
export interface PaymentRequest {
  caller: Caller;
  /** `req_…`. */
  requestId: string;
  /** Client address as the edge saw it. */
  address: string;
  claim: IdempotencyClaim | null;
}

export interface PaymentCommandParts {
  client: BusClient;
  keys: InFlightKeys;
  clock: Clock;
  random: Random;
}

/** Sends commands to the payments service and turns their answers into replies or named errors. */
export class PaymentCommands {
  constructor(private readonly parts: PaymentCommandParts) {}

  /**
   * Asks for a new payment and waits for the stored answer.
   *
   * @throws ApiError the refusal of the service; outcome_unknown with the id when it did not answer in time;
   *   service_unavailable when nothing was sent; idempotency_key_in_use.
   */
  async create(request: PaymentRequest, payload: CreatePaymentPayload): Promise<Reply> {
    const { accountId, livemode } = request.caller;
    const command = this.commandFor(request, payload);
    const { claim } = request;
    if (claim === null) return this.send(command);
    return this.parts.keys.run(`${accountId}:${livemode}:${claim.key}`, () => this.send(command));
  }

  private commandFor(request: PaymentRequest, payload: CreatePaymentPayload): Command<'payments.create', CreatePaymentPayload> {
    const { clock, random } = this.parts;
    const { caller } = request;
    const issuedAtMs = clock.nowMs();
    const commandId = random.uuid();
    return {
      commandId,
      type: 'payments.create',
      streamId: newId('payment', shardOfAccount(caller.accountId), issuedAtMs, random),
      accountId: caller.accountId,
      livemode: caller.livemode,
      idempotency: request.claim,
      actor: { kind: 'api_key', id: caller.keyId, address: request.address },
      requestId: request.requestId,
      correlationId: commandId,
      causationId: null,
      issuedAtMs,
      deadlineAtMs: issuedAtMs + COMMAND_LIFETIME_MS,
      payload,
    };
  }

  private async send(command: Command): Promise<Reply> {
    const reply = await firstValueFrom(this.parts.client.send<Reply, Command>(COMMAND_TOPIC.payments, command)).catch((error: unknown) => {
      throw namedBusError(error, command.streamId);
    });
    if (reply.refusal !== null) throw new ApiError(reply.refusal.code, reply.refusal.details);
    return reply;
  }
}

function namedBusError(error: unknown, paymentId: string): unknown {
  if (error instanceof OutcomeUnknownError) {
    // The same Idempotency-Key, or the id, tells later what became of it.
    return new ApiError(
      'outcome_unknown',
      { payment_id: paymentId },
      { location: `/v1/payments/${paymentId}`, 'retry-after': '2' },
      error.message,
    );
  }
  if (error instanceof BusUnavailableError) return new ApiError('service_unavailable', {}, { 'retry-after': '1' }, error.message);
  return error;
}
