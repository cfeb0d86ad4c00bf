import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { shardOfAccount } from '#contracts';
import { derivedUuid } from '#event-store';
import { appendAuditEntries } from '../../accounts/audit-log/audit-log.table';
import { RefusalQueue } from '../../accounts/audit-log/refusal-queue';
import { accountIdsOf } from '../../accounts/memberships/memberships.table';
import { RunningAccounts } from '../../accounts/start-accounts';
import { AddressDigests } from '../../auth/address-digests';
import { ApiError } from '../../http/api-error';
import { GatewayDatabase } from '../../tables/gateway-database';
import { entryOfPerson, type ActOfPerson } from './entry-of-person';

interface RefusedSignIn {
  /** One for each person and hour, whatever process met it. */
  key: string;
  act: ActOfPerson;
}

/**
 * Writes into the audit log of each account of a person that somebody was not let in as them, once an hour. An address without a user
 * has no account, hence no entry; the answer takes as long for either, because all of it is done afterwards.
 */
@Injectable()
export class RefusedSignIns implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly queue: RefusalQueue<RefusedSignIn>;

  constructor(
    private readonly database: GatewayDatabase,
    private readonly accounts: RunningAccounts,
    private readonly addresses: AddressDigests,
  ) {
    const { clock, logger } = accounts.store.options;
    this.queue = new RefusalQueue({ clock, logger, write: (refusals) => this.write(refusals) });
  }

  onApplicationBootstrap(): void {
    this.queue.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.queue.stop();
  }

  /** What a check of this person comes to. @throws what it throws; a refusal is noted. */
  async noting<TResult>(
    userId: string | undefined,
    request: Pick<FastifyRequest, 'id' | 'ip'>,
    check: () => Promise<TResult>,
  ): Promise<TResult> {
    try {
      return await check();
    } catch (error) {
      if (userId !== undefined && error instanceof ApiError && error.code !== 'service_unavailable') this.note(userId, request, error);
      throw error;
    }
  }

  private note(userId: string, { id: requestId, ip }: Pick<FastifyRequest, 'id' | 'ip'>, { code }: ApiError): void {
    this.queue.note(userId, (key, atMs) => ({ key, act: { action: 'users.sign_in', userId, atMs, code, ip, requestId } }));
  }

  private async write(refusals: readonly RefusedSignIn[]): Promise<void> {
    for (const refusal of refusals) {
      for (const accountId of await accountIdsOf(this.database.ask, refusal.act.userId)) await this.append(accountId, refusal);
    }
  }

  private async append(accountId: string, { key, act }: RefusedSignIn): Promise<void> {
    const { shardLocks, options } = this.accounts.store;
    const commandId = derivedUuid(`refused sign-in ${key}`);
    const entry = entryOfPerson(accountId, act, { commandId, addresses: this.addresses, random: options.random });
    await shardLocks.within(shardOfAccount(accountId), (client) => appendAuditEntries(client, accountId, [entry]));
  }
}
