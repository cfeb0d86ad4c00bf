import { Injectable } from '@nestjs/common';
import { COMMAND_LIFETIME_MS, Random, type Command } from '#contracts';
import { Accounts } from '../../accounts/accounts';
import { accountOfConnection } from '../../accounts/connection/connections.table';
import { actorOf } from '../../auth/actor-of-caller';
import { AddressDigests } from '../../auth/address-digests';
import type { Caller } from '../../auth/authenticator';
import type { WriteCall } from '../../commands/write-call';
import { ApiError } from '../../http/api-error';
import { couldOwn, resourceMissing } from '../../http/resources';
import { JSON_TYPE, type Answer } from '../../http/response-headers';
import { GatewayDatabase } from '../../tables/gateway-database';

/** Connections from the side of the platform: they are objects of the accounts that consented. */
@Injectable()
export class PlatformConnections {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly accounts: Accounts,
    private readonly addresses: AddressDigests,
    private readonly random: Random,
  ) {}

  /**
   * The account of a connection of an app of the caller; the account of the caller for each id that could be a connection of its own.
   *
   * @param id well-formed: the database takes no NUL. @throws ApiError resource_missing.
   */
  async accountOf(id: string, caller: Caller): Promise<string> {
    const { accountId: platformAccountId, livemode } = caller;
    const accountId = await accountOfConnection(this.database.ask, { id, platformAccountId, livemode });
    if (accountId !== undefined) return accountId;
    if (!couldOwn(caller, 'connection', id)) throw resourceMissing('id');
    return platformAccountId;
  }

  /** Ends the connection in its account. @throws ApiError; WriterUnavailableError. */
  async revoke({ caller, objectId, request, reply, isDryRun, nowMs }: WriteCall, accountId: string): Promise<Answer> {
    const commandId = this.random.uuid();
    const command: Command = {
      commandId,
      type: 'connections.revoke',
      streamId: objectId,
      accountId,
      livemode: caller.livemode,
      payload: { by: 'platform' },
      actor: { ...actorOf(caller), address: this.addresses.of(accountId, request.ip) },
      idempotency: null,
      requestId: request.id,
      correlationId: commandId,
      causationId: null,
      issuedAtMs: nowMs,
      deadlineAtMs: nowMs + COMMAND_LIFETIME_MS,
      ...(isDryRun && { dryRun: true }),
    };
    const { refusal, body } = await this.accounts.decide(command);
    if (refusal !== null) throw new ApiError(refusal.code, refusal.details);
    reply.header('content-type', JSON_TYPE);
    return body;
  }
}
