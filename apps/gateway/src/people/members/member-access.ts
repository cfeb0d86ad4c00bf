import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Role } from '#contracts';
import { findMembership, type Membership } from '../../accounts/memberships/memberships.table';
import { sessionOf } from '../../http/access';
import { ApiError } from '../../http/api-error';
import { GatewayDatabase } from '../../tables/gateway-database';
import type { ActingUser } from './account-commands';
import { refuseChange } from './inactive-account';

/** The account that a request of a person is about, and what the person is in it. */
export interface AccountOfRequest extends Membership {
  by: ActingUser;
}

/** Which account a page works with: the header says it, and the person must belong to it. */
@Injectable()
export class MemberAccess {
  constructor(private readonly database: GatewayDatabase) {}

  /**
   * @throws ApiError parameter_missing; resource_missing of an account that the person does not belong to, as of one that is not there;
   *   second_factor_missing where the account asks for one; role_insufficient; account_suspended of what would change something in one that is suspended or closed.
   */
  async accountOf(request: FastifyRequest, roles?: readonly Role[]): Promise<AccountOfRequest> {
    const account = await this.membershipOf(request);
    if (!sessionOf(request).hasSecondFactor && account.rules?.requireTwoFactor === true) throw new ApiError('second_factor_missing');
    refuseChange(account, request);
    if (roles !== undefined && !roles.includes(account.role)) {
      throw new ApiError('role_insufficient', { message: `Your role in the account does not allow this; ${roles.join(' and ')} may.` });
    }
    return account;
  }

  /** For who leaves it: also without the second factor that the account asks for. @throws ApiError as above, but no second_factor_missing. */
  async accountToLeave(request: FastifyRequest): Promise<AccountOfRequest> {
    const account = await this.membershipOf(request);
    refuseChange(account, request);
    return account;
  }

  private async membershipOf(request: FastifyRequest): Promise<AccountOfRequest> {
    const { userId } = sessionOf(request);
    const named = request.headers['hundi-account'];
    if (typeof named !== 'string' || named === '') {
      throw new ApiError('parameter_missing', { param: 'Hundi-Account', message: 'Name the account in the header Hundi-Account.' });
    }
    const membership = await findMembership(this.database.ask, userId, named);
    if (membership === undefined) throw new ApiError('resource_missing', { param: 'Hundi-Account' });
    return { ...membership, by: { userId, ip: request.ip, requestId: request.id } };
  }
}
