import { Injectable } from '@nestjs/common';
import {
  appendQuery,
  ENDED_SUBSCRIPTION_STATUSES,
  MANDATE_STATUSES,
  RESOURCES,
  SUBSCRIPTION_STATUSES,
  type ListQuery,
  type MandateStatus,
} from '#contracts';
import type { Caller } from '../../auth/authenticator';
import { ApiError } from '../../http/api-error';
import { ServiceQueries } from '../../queries/service-queries';

const ENDED_MANDATES: readonly MandateStatus[] = ['rejected', 'revoked', 'expired'];

interface GoingOn {
  what: string;
  path: string;
  statuses: readonly string[];
}

/** What customers are debited by, without a request: the list that shows it, and the statuses in which that may be. */
const GOING_ON: readonly GoingOn[] = [
  {
    what: 'subscriptions',
    path: RESOURCES.subscription.internalPath,
    statuses: SUBSCRIPTION_STATUSES.filter((status) => !ENDED_SUBSCRIPTION_STATUSES.includes(status)),
  },
  {
    what: 'mandates',
    path: RESOURCES.mandate.internalPath,
    statuses: MANDATE_STATUSES.filter((status) => !ENDED_MANDATES.includes(status)),
  },
];

/** Money that is taken in live mode by itself. In an account that is closed no key could stop it, give it back, or end a mandate at the bank. */
@Injectable()
export class RecurringMoney {
  constructor(private readonly queries: ServiceQueries) {}

  /** @throws ApiError state_conflict while there is any; service_unavailable when the payments service does not answer. */
  async refuseWhileGoingOn(accountId: string): Promise<void> {
    for (const one of GOING_ON) {
      if (!(await this.hasAny(accountId, one))) continue;
      const message = `The account has ${one.what} in live mode that have not ended: customers would go on being debited. Cancel or revoke them first.`;
      throw new ApiError('state_conflict', { message });
    }
  }

  private async hasAny(accountId: string, { path, statuses }: GoingOn): Promise<boolean> {
    const key = { keyId: 'close_account', kind: 'secret', scopes: [], addresses: null, rules: { requestLogDays: 0 } } as const;
    const caller: Caller = { accountId, livemode: true, ...key };
    const query: Partial<ListQuery> = { limit: 1, status: statuses };
    const { text } = await this.queries.get('payments', appendQuery(path, query), caller);
    return (JSON.parse(text) as { data: readonly unknown[] }).data.length > 0;
  }
}
