import { Injectable } from '@nestjs/common';
import { Clock, Random, type SignInAnswer } from '#contracts';
import { ApiError } from '../../http/api-error';
import { GatewayDatabase } from '../../tables/gateway-database';
import { deleteLinks, insertLink, useLink } from '../links/links.table';
import { Mails } from '../mails/mails';
import type { PersonRequest } from '../users/person-request';
import { isToken, newToken, tokenDigest } from '../users/tokens';
import { Users } from '../users/users';
import { SignInEndings } from './sign-in-endings';
import { SignInLimits } from './sign-in-limits';

const LINK_LIFETIME_MS = 900_000;

/** Signing in with a mailed link in place of the password. */
@Injectable()
export class LinkSignIns {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly users: Users,
    private readonly mails: Mails,
    private readonly limits: SignInLimits,
    private readonly endings: SignInEndings,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** Mails a link, if the address has a user. */
  async request(email: string): Promise<void> {
    const user = await this.users.findByEmail(email);
    if (user?.status !== 'active') return;
    const token = newToken(this.random);
    const mail = await this.mails.prepare('sign_in', (await this.users.wordsOf(user)).email, { link: { page: 'sign_in', token } });
    if (mail === undefined) return;
    const link = {
      purpose: 'sign_in',
      userId: user.id,
      subject: null,
      sealed: null,
      expiresAtMs: this.clock.nowMs() + LINK_LIFETIME_MS,
    } as const;
    await this.database.within(async (ask) => {
      await insertLink(ask, tokenDigest(token), link);
      await this.mails.write(ask, mail);
    });
  }

  /** The second factor is still asked for. @throws ApiError link_invalid. */
  async signIn(token: string, person: PersonRequest): Promise<SignInAnswer> {
    if (!isToken(token)) throw new ApiError('link_invalid');
    const link = await useLink(this.database.ask, tokenDigest(token), 'sign_in', this.clock.nowMs());
    if (link?.userId == null) throw new ApiError('link_invalid');
    const user = await this.users.get(link.userId);
    if (user.status !== 'active') throw new ApiError('link_invalid');
    await deleteLinks(this.database.ask, 'sign_in', { userId: user.id });
    await this.limits.unlock(person.request, user.emailDigest);
    return this.endings.afterFirst(user, person);
  }
}
