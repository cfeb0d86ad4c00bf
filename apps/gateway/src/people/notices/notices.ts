import { Injectable } from '@nestjs/common';
import { TEAM_ROLES, type PublicEvent, type Role } from '#contracts';
import { PersonalData } from '#personal-data';
import { membersOf } from '../../accounts/memberships/memberships.table';
import { GatewayDatabase } from '../../tables/gateway-database';
import { Mails, type SealedMail } from '../mails/mails';
import { Users } from '../users/users';
import { developersOf } from './developers.table';
import { noticeOf } from './notice-of-event';

const TEAM: readonly Role[] = TEAM_ROLES;

/** Mails about the keys and webhook endpoints of an account: to its developer contacts, or else to its owners and admins. */
@Injectable()
export class Notices {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly personalData: PersonalData,
    private readonly users: Users,
    private readonly mails: Mails,
  ) {}

  /** What an event is a reason to write, sealed and not written yet. @throws Error of the database, PersonalDataUnavailableError. */
  async mailsOf(event: PublicEvent): Promise<SealedMail[]> {
    const notice = noticeOf(event);
    if (notice === null) return [];
    const account = await developersOf(this.database.ask, event.account_id);
    if (account === undefined) return [];
    const details = [`Account: ${account.name} (${event.account_id})`, ...notice.about];
    const addresses = await this.addressesOf(event.account_id, account.contacts);
    return Promise.all(addresses.map((address) => this.mails.sealed(notice.kind, address, { details })));
  }

  private async addressesOf(accountId: string, contacts: string | null): Promise<readonly string[]> {
    const named = contacts === null ? null : ((await this.personalData.unsealValue(contacts, accountId)) as string[] | null);
    if (named !== null && named.length > 0) return named;
    const team = (await membersOf(this.database.ask, accountId)).filter(({ role }) => TEAM.includes(role));
    const words = await Promise.all(team.map(({ userId: id, email, name }) => this.users.wordsOf({ id, email, name })));
    // Empty: a person who was erased.
    return words.map(({ email }) => email).filter((email) => email !== '');
  }
}
