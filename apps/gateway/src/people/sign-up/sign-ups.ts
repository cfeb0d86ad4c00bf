import { Injectable } from '@nestjs/common';
import { Clock, Random, type ClaimDto, type SessionAnswer, type SignUpDto, type VerifyEmailDto } from '#contracts';
import { ApiError } from '../../http/api-error';
import { GatewayDatabase } from '../../tables/gateway-database';
import { findLink, insertLink, useLink } from '../links/links.table';
import { Mails } from '../mails/mails';
import { AccountCommands } from '../members/account-commands';
import { Passwords } from '../password/passwords';
import { SessionStarts } from '../sessions/session-starts';
import { normalizedEmail } from '../users/email';
import type { PersonRequest } from '../users/person-request';
import { isToken, newToken, tokenDigest } from '../users/tokens';
import { Users } from '../users/users';
import type { StoredUser } from '../users/users.table';
import { deletePendingSignUps, findPendingSignUp, insertPendingSignUp, usePendingSignUp } from './pending-sign-ups.table';

const LINK_LIFETIME_MS = 86_400_000;
const RESET_LIFETIME_MS = 3_600_000;

/** How a person and an account come to be: by an address that proved to be theirs, or by the terminal of the machine. */
@Injectable()
export class SignUps {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly accounts: AccountCommands,
    private readonly starts: SessionStarts,
    private readonly mails: Mails,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** @throws ApiError of the password. */
  check({ name, email, password, account_name: accountName }: SignUpDto): Promise<void> {
    return this.passwords.refuseWeak(password, [name, email, accountName]);
  }

  /**
   * Whoever has the address reads what comes of it. The password is not kept: who signs up with the address of somebody else must not have
   * one that works once its owner has opened the link.
   */
  async begin({ name, email, account_name: accountName }: SignUpDto): Promise<void> {
    const known = await this.users.findByEmail(email);
    if (known !== undefined) return this.remind(known);
    const token = newToken(this.random);
    const mail = await this.mails.prepare('verify_email', normalizedEmail(email), { link: { page: 'verify_email', token } });
    if (mail === undefined) return;
    const { id: userId, ...user } = await this.users.sealNew({ email, name });
    const expiresAtMs = this.clock.nowMs() + LINK_LIFETIME_MS;
    await this.database.within(async (ask) => {
      await insertPendingSignUp(ask, tokenDigest(token), { userId, ...user, accountName, expiresAtMs });
      await this.mails.write(ask, mail);
    });
  }

  /**
   * Person, account and session in one commit: of two who open the link at once, one gets them.
   *
   * @throws ApiError link_invalid; parameter_missing, or of the password, and then the link works again.
   */
  async complete({ token, password }: VerifyEmailDto, person: PersonRequest): Promise<SessionAnswer> {
    if (!isToken(token)) throw new ApiError('link_invalid');
    const digest = tokenDigest(token);
    const nowMs = this.clock.nowMs();
    const pending = await findPendingSignUp(this.database.ask, digest, nowMs);
    if (pending === undefined) throw new ApiError('link_invalid');
    if (!password)
      throw new ApiError('parameter_missing', { param: 'password', message: 'Choose the password that you will sign in with.' });
    const { userId, accountName, emailDigest, email, name } = pending;
    const words = await this.users.wordsOf({ id: userId, email, name });
    const passwordHash = await this.passwords.chosen(password, [words.name, words.email, accountName]);
    const by = { userId, ip: person.request.ip, requestId: person.request.id };
    return this.starts.within({ id: userId, emailDigest }, person, async (begin) => {
      const accountId = await this.accounts.create(accountName, by, async (ask) => {
        if ((await usePendingSignUp(ask, digest, nowMs)) === undefined) throw new ApiError('link_invalid');
        await this.users.insert(ask, { id: userId, email, name, emailDigest }, { passwordHash, isOperator: false, isVerified: true });
        await deletePendingSignUps(ask, emailDigest);
        await begin(ask);
      });
      return this.accounts.firstKeys(accountId, by);
    });
  }

  /** Who reads the terminal owns the machine: an operator, and the owner of the account that is there. @throws ApiError link_invalid. */
  async claim({ token, name, email, password }: ClaimDto, person: PersonRequest): Promise<SessionAnswer> {
    if (!isToken(token)) throw new ApiError('link_invalid');
    const digest = tokenDigest(token);
    const nowMs = this.clock.nowMs();
    const accountId = (await findLink(this.database.ask, digest, 'claim', nowMs))?.subject;
    if (accountId == null) throw new ApiError('link_invalid');
    const passwordHash = await this.passwords.chosen(password, [name, email]);
    const user = await this.users.sealNew({ email, name });
    const by = { userId: user.id, ip: person.request.ip, requestId: person.request.id };
    return this.starts.within(user, person, async (begin) => {
      await this.accounts.execute({ type: 'accounts.claim', accountId, payload: { userId: user.id }, by }, async (ask) => {
        if ((await useLink(ask, digest, 'claim', nowMs)) === undefined) throw new ApiError('link_invalid');
        await this.users.insert(ask, user, { passwordHash, isOperator: true, isVerified: true });
        await begin(ask);
      });
      return undefined;
    });
  }

  /** The owner of the address learns that somebody tried, and how to get in. */
  private async remind(user: StoredUser): Promise<void> {
    const token = newToken(this.random);
    const mail = await this.mails.prepare('account_exists', (await this.users.wordsOf(user)).email, {
      link: { page: 'reset_password', token },
    });
    if (mail === undefined || user.status !== 'active') return;
    const expiresAtMs = this.clock.nowMs() + RESET_LIFETIME_MS;
    await this.database.within(async (ask) => {
      await insertLink(ask, tokenDigest(token), { purpose: 'reset_password', userId: user.id, subject: null, sealed: null, expiresAtMs });
      await this.mails.write(ask, mail);
    });
  }
}
