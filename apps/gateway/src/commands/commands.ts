import { Injectable } from '@nestjs/common';
import { firstValueFrom } from 'rxjs';
import { Clock, COMMAND_LIFETIME_MS, COMMAND_TOPIC, Random } from '#contracts';
import type { Command, IdempotencyClaim, Reply, ServiceName } from '#contracts';
import { WriterUnavailableError } from '#event-store';
import { BusClient, BusUnavailableError, OutcomeUnknownError } from '#messaging';
import { Accounts, type NewSecret } from '../accounts/accounts';
import { AuditFollower } from '../accounts/audit-log/audit-follower';
import { actorOf } from '../auth/actor-of-caller';
import type { Caller } from '../auth/authenticator';
import { ApiError } from '../http/api-error';
import { InFlightKeys } from '../idempotency/in-flight';
import { HOME_OF_KEYS, KeysOfAccount } from '../idempotency/keys-of-account';
import { ServiceQueries } from '../queries/service-queries';

/** Who asks, and under which key. */
export interface CommandOrigin {
  caller: Caller;
  /** `req_…`. */
  requestId: string;
  /** Digest of the client address. */
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
  /** The secret that the object gets. */
  made?: NewSecret;
  /** Where it differs from the mode of the caller. */
  livemode?: boolean;
  /** The internal route that takes it in place of the bus, and how long its answer may take, in milliseconds. */
  direct?: { path: string; timeoutMs: number };
}

/** Sends commands to the services and turns their answers into replies or named errors. */
@Injectable()
export class Commands {
  constructor(
    private readonly client: BusClient,
    private readonly accounts: Accounts,
    private readonly audit: AuditFollower,
    private readonly queries: ServiceQueries,
    private readonly keys: InFlightKeys,
    private readonly keysOfAccount: KeysOfAccount,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /**
   * Sends one command and waits for its stored answer.
   *
   * @throws ApiError the refusal of the service; outcome_unknown with the Location when it did not answer in time;
   *   service_unavailable when nothing was sent; idempotency_key_in_use.
   */
  async send(origin: CommandOrigin, order: CommandOrder): Promise<Reply> {
    const { caller, claim } = origin;
    if (claim === null) return this.ask(this.commandFor(origin, order), order);
    const attempt = (): Promise<Reply> => this.askWithKey(origin, order, claim);
    return this.keys.run(placeOf(caller, claim.key), () => this.keysOfAccount.whenFree(caller, claim.key, attempt));
  }

  /** The stored answer of a request that cannot be made again, because what it names is not there any more; null when it was not made. */
  async findAnswer({ caller, claim }: CommandOrigin): Promise<Reply | null> {
    const used = claim === null ? null : await this.keysOfAccount.findAnswer(claim, caller);
    if (used === null) return null;
    const { id: streamId, http_status: status, body } = used;
    return { commandId: '', streamId, status, body, refusal: null, replayed: true, position: null };
  }

  /** Whether a command with this Idempotency-Key of the caller waits for its answer in this process. */
  isUnderWay(caller: Caller, key: string): boolean {
    return this.keys.isUnderWay(placeOf(caller, key));
  }

  /**
   * A key belongs to one request of the account, whichever service carries it out. Payments, the home of the keys, meets a
   * used one when it stores what it decided; for every other service the key is held there first.
   */
  private async askWithKey(origin: CommandOrigin, order: CommandOrder, claim: IdempotencyClaim): Promise<Reply> {
    const { caller } = origin;
    const command = this.commandFor(origin, order);
    if (order.service === HOME_OF_KEYS) return this.ask(command, order);
    const { keysOfAccount } = this;
    const { commandId, streamId, type: operation } = command;
    await keysOfAccount.hold(caller, { claim, commandId, streamId, operation });
    try {
      const reply = await this.ask(command, order);
      // The attempt that was accepted holds the key.
      if (reply.replayed) await keysOfAccount.release(caller, commandId);
      return reply;
    } catch (error) {
      if (isWithoutEffect(error)) await keysOfAccount.release(caller, commandId);
      throw error;
    }
  }

  private commandFor({ caller, claim, requestId, address }: CommandOrigin, order: CommandOrder): Command {
    const issuedAtMs = this.clock.nowMs();
    const commandId = this.random.uuid();
    return {
      commandId,
      type: order.type,
      streamId: order.streamId,
      accountId: caller.accountId,
      livemode: order.livemode ?? caller.livemode,
      idempotency: claim,
      actor: { ...actorOf(caller), address },
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
    const reply = await this.sent(command, order).catch((error: unknown) => {
      throw namedError(error, order);
    });
    if (reply.refusal !== null) throw new ApiError(reply.refusal.code, reply.refusal.details);
    return reply;
  }

  private sent(command: Command, { service, direct, made }: CommandOrder): Promise<Reply> {
    if (service === 'accounts') return this.accounts.decide(command, made);
    const answer =
      direct === undefined
        ? firstValueFrom(this.client.send<Reply, Command>(COMMAND_TOPIC[service], command))
        : this.queries.sendCommand(service, { ...direct, command });
    this.audit.expect(answer);
    return answer;
  }
}

/** Keys belong to an account in one of its modes. */
function placeOf({ accountId, livemode }: Caller, key: string): string {
  return `${accountId}:${livemode}:${key}`;
}

/** Whether a command did nothing and never will: every error with a name but `outcome_unknown` is a refusal, or was not sent. */
function isWithoutEffect(error: unknown): boolean {
  return error instanceof ApiError && error.code !== 'outcome_unknown';
}

function namedError(error: unknown, { location, isDryRun }: CommandOrder): unknown {
  const isNothingDone = error instanceof BusUnavailableError || (error instanceof OutcomeUnknownError && isDryRun);
  if (isNothingDone) return new ApiError('service_unavailable', {}, { 'retry-after': '1' }, error.message);
  if (!(error instanceof OutcomeUnknownError || error instanceof WriterUnavailableError)) return error;
  // The same Idempotency-Key, or the id, tells later what became of it.
  const paymentId = /\/(pay_[0-9A-Za-z]+)/.exec(location)?.[1];
  const details = paymentId === undefined ? {} : { payment_id: paymentId };
  return new ApiError('outcome_unknown', details, { location, 'retry-after': '2' }, error.message);
}
