import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Clock, COMMAND_LIFETIME_MS, Random, type Command } from '#contracts';
import { Accounts } from '../accounts/accounts';
import type { Caller } from '../auth/authenticator';
import { AddressDigests } from '../auth/address-digests';
import { ApiError } from '../http/api-error';
import { callerOf } from '../http/access';
import { ServiceQueries } from '../queries/service-queries';
import { GatewayDatabase } from '../tables/gateway-database';

/** The connection of the path is in another account than the caller's, whose app it is of. */
const FIND = 'SELECT account_id FROM accounts.connections WHERE id = $1 AND platform_account_id = $2 AND livemode = $3';

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
    const { accountId, livemode } = callerOf(request);
    const [row] = await this.database.ask<{ account_id: string }>(FIND, [idIn(request), accountId, livemode]);
    return row === undefined || row.account_id === accountId ? null : row.account_id;
  }

  /** The connection as its account sees it, as JSON text. @throws ApiError as `ServiceQueries.get`. */
  async shown(request: FastifyRequest, accountId: string): Promise<string> {
    const owner: Caller = { ...callerOf(request), accountId };
    return (await this.queries.get('accounts', `/internal/connections/${idIn(request)}`, owner)).text;
  }

  /** Ends it. @returns the answer, as JSON text. @throws ApiError; WriterUnavailableError. */
  async revoke(request: FastifyRequest, accountId: string): Promise<string> {
    const { keyId, livemode } = callerOf(request);
    const [commandId, issuedAtMs] = [this.random.uuid(), this.clock.nowMs()];
    const command: Command = {
      ...{ commandId, type: 'connections.revoke', streamId: idIn(request), accountId, livemode, payload: { by: 'platform' } },
      actor: { kind: 'api_key', id: keyId, address: this.addresses.of(accountId, request.ip) },
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
