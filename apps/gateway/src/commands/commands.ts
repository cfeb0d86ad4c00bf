import { firstValueFrom } from 'rxjs';
import { COMMAND_LIFETIME_MS, COMMAND_TOPIC } from '#contracts';
import type { Clock, Command, IdempotencyClaim, Random, Reply, ServiceName } from '#contracts';
import { BusUnavailableError, OutcomeUnknownError } from '#messaging';
import type { BusClient } from '#messaging';
import type { Caller } from '../auth/authenticator';
import { ApiError } from '../http/api-error';
import type { InFlightKeys } from '../idempotency/in-flight';

/** Who asks, and under which key. */
export interface CommandOrigin {
  caller: Caller;
  /** `req_…`. */
  requestId: string;
  /** Client address as the edge saw it. */
  address: string;
  /** Null without an Idempotency-Key. */
  claim: IdempotencyClaim | null;
}

/** What is asked, checked, on its way to the service that decides it. */
export interface CommandOrder {
  service: ServiceName;
  /** `<service>.<verb>`. */
  type: string;
  /** The aggregate: an id whose shard is readable. */
  streamId: string;
  payload: unknown;
  /** Public path of the object that the answer will show: where to look when no answer comes. */
  location: string;
  /** Decide and answer, store nothing. */
  isDryRun?: boolean;
}

export interface CommandParts {
  client: BusClient;
  keys: InFlightKeys;
  clock: Clock;
  random: Random;
}

/** Sends commands to the services and turns their answers into replies or named errors. */
export class Commands {
  constructor(private readonly parts: CommandParts) {}

  /**
   * Sends one command and waits for its stored answer.
   *
   * @throws ApiError the refusal of the service; outcome_unknown with the Location when it did not answer in time;
   *   service_unavailable when nothing was sent; idempotency_key_in_use.
   */
  async send(origin: CommandOrigin, order: CommandOrder): Promise<Reply> {
    const { claim } = origin;
    const command = this.commandFor(origin, order);
    if (claim === null) return this.ask(command, order);
    return this.parts.keys.run(placeOf(origin.caller, claim.key), () => this.ask(command, order));
  }

  /** Whether a command with this Idempotency-Key of the caller waits for its answer in this process. */
  isUnderWay(caller: Caller, key: string): boolean {
    return this.parts.keys.isUnderWay(placeOf(caller, key));
  }

  private commandFor({ caller, claim, requestId, address }: CommandOrigin, order: CommandOrder): Command {
    const { clock, random } = this.parts;
    const issuedAtMs = clock.nowMs();
    const commandId = random.uuid();
    return {
      commandId,
      type: order.type,
      streamId: order.streamId,
      accountId: caller.accountId,
      livemode: caller.livemode,
      idempotency: claim,
      actor: { kind: 'api_key', id: caller.keyId, address },
      requestId,
      correlationId: commandId,
      causationId: null,
      issuedAtMs,
      deadlineAtMs: issuedAtMs + COMMAND_LIFETIME_MS,
      ...(order.isDryRun && { dryRun: true }),
      payload: order.payload,
    };
  }

  private async ask(command: Command, order: CommandOrder): Promise<Reply> {
    const topic = COMMAND_TOPIC[order.service];
    const reply = await firstValueFrom(this.parts.client.send<Reply, Command>(topic, command)).catch((error: unknown) => {
      throw namedBusError(error, order);
    });
    if (reply.refusal !== null) throw new ApiError(reply.refusal.code, reply.refusal.details);
    return reply;
  }
}

/** Keys belong to an account in one of its modes. */
function placeOf({ accountId, livemode }: Caller, key: string): string {
  return `${accountId}:${livemode}:${key}`;
}

function namedBusError(error: unknown, { location, isDryRun }: CommandOrder): unknown {
  const isNothingDone = error instanceof BusUnavailableError || (error instanceof OutcomeUnknownError && isDryRun);
  if (isNothingDone) return new ApiError('service_unavailable', {}, { 'retry-after': '1' }, error.message);
  if (!(error instanceof OutcomeUnknownError)) return error;
  // The same Idempotency-Key, or the id, tells later what became of it.
  const paymentId = /\/(pay_[0-9A-Za-z]+)/.exec(location)?.[1];
  const details = paymentId === undefined ? {} : { payment_id: paymentId };
  return new ApiError('outcome_unknown', details, { location, 'retry-after': '2' }, error.message);
}
