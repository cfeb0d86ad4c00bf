import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { shardOfAccount } from '#contracts';
import { askOn } from '#event-store';
import { appendAuditEntries } from '../../accounts/audit-log/audit-log.table';
import { accountIdsOf } from '../../accounts/memberships/memberships.table';
import type { AskRows } from '../../accounts/secrets/key-grants.table';
import { RunningAccounts } from '../../accounts/start-accounts';
import { AddressDigests } from '../../auth/address-digests';
import { ApiError } from '../../http/api-error';
import { GatewayDatabase } from '../../tables/gateway-database';
import { entryOfPerson, type PersonAction } from './entry-of-person';

/** Postgres, Appendix A: the lock was not free in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Who does what. */
export interface AuditedAct {
  action: PersonAction;
  userId: string;
  request: Pick<FastifyRequest, 'id' | 'ip'>;
}

/** Writes into the audit log of each account of a person what they did with their way in, in the commit of what they did. */
@Injectable()
export class PersonAudit {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly accounts: RunningAccounts,
    private readonly addresses: AddressDigests,
  ) {}

  /**
   * Several statements that stand or fall together, and with the entries.
   *
   * @throws what `work` throws: everything is taken back then; ApiError service_unavailable while others write to the same logs.
   */
  async within<TResult>(act: AuditedAct, work: (ask: AskRows) => Promise<TResult>): Promise<TResult> {
    const accountIds = await accountIdsOf(this.database.ask, act.userId);
    const { shardLocks } = this.accounts.store;
    return shardLocks
      .withinAll(accountIds.map(shardOfAccount), async (client) => {
        const ask = askOn(client);
        const result = await work(ask);
        // Whoever left an account meanwhile has nothing to do with it; the log of one that was just joined begins with the joining.
        const still = await accountIdsOf(ask, act.userId);
        for (const accountId of accountIds.filter((id) => still.includes(id))) {
          await appendAuditEntries(client, accountId, [this.entryOf(accountId, act)]);
        }
        return result;
      })
      .catch(busy);
  }

  private entryOf(accountId: string, { action, userId, request }: AuditedAct): ReturnType<typeof entryOfPerson> {
    const { clock, random } = this.accounts.store.options;
    const act = { action, userId, atMs: clock.nowMs(), code: null, ip: request.ip, requestId: request.id };
    return entryOfPerson(accountId, act, { commandId: random.uuid(), addresses: this.addresses, random });
  }
}

function busy(error: unknown): never {
  if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
  throw new ApiError('service_unavailable', {}, { 'retry-after': '1' }, 'the audit logs of the person are locked');
}
