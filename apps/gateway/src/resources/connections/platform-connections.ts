import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Clock, COMMAND_LIFETIME_MS, Random, shardOfId, type Command } from '#contracts';
import { Accounts } from '../../accounts/accounts';
import { accountOfConnection } from '../../accounts/connection/connections.table';
import { actorOf } from '../../auth/actor-of-caller';
import type { Caller } from '../../auth/authenticator';
import { AddressDigests } from '../../auth/address-digests';
import { ApiError } from '../../http/api-error';
import { callerOf } from '../../http/access';
import { ServiceQueries } from '../../queries/service-queries';
import { GatewayDatabase } from '../../tables/gateway-database';

/** Connections from the side of the platform: they are objects of the accounts that consented. */
@Injectable()
export class PlatformConnections {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly queries: ServiceQueries,
    private readonly accounts: Accounts,
    private readonly addresses: AddressDigests,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** The account of a connection of an app of the caller; null when it is the caller itself, or there is no such connection. */
  async accountOf(request: FastifyRequest): Promise<string | null> {
    const { accountId: platformAccountId, livemode } = callerOf(request);
    const id = idIn(request);
    // The database is asked for ids alone: it takes no NUL, which a caller may send in place of one.
    if (shardOfId('connection', id) === undefined) return null;
    const accountId = await accountOfConnection(this.database.ask, { id, platformAccountId, livemode });
    return accountId === undefined || accountId === platformAccountId ? null : accountId;
  }

  /** The connection as its account sees it, as JSON text. @throws ApiError as `ServiceQueries.get`. */
  async shown(request: FastifyRequest, accountId: string): Promise<string> {
    const owner: Caller = { ...callerOf(request), accountId };
    return (await this.queries.get('accounts', `/internal/connections/${idIn(request)}`, owner)).text;
  }

  /** Ends it. @returns the answer, as JSON text. @throws ApiError; WriterUnavailableError. */
  async revoke(request: FastifyRequest, accountId: string): Promise<string> {
    const caller = callerOf(request);
    const [commandId, issuedAtMs] = [this.random.uuid(), this.clock.nowMs()];
    const command: Command = {
      ...{
        commandId,
        type: 'connections.revoke',
        streamId: idIn(request),
        accountId,
        livemode: caller.livemode,
        payload: { by: 'platform' },
      },
      actor: { ...actorOf(caller), address: this.addresses.of(accountId, request.ip) },
      ...{ idempotency: null, requestId: request.id, correlationId: commandId, causationId: null },
      ...{ issuedAtMs, deadlineAtMs: issuedAtMs + COMMAND_LIFETIME_MS },
    };
    const { refusal, body } = await this.accounts.decide(command);
    if (refusal !== null) throw new ApiError(refusal.code, refusal.details);
    return body ?? '';
  }
}

function idIn({ params }: FastifyRequest): string {
  return (params as { id?: string }).id ?? '';
}
