import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Clock, Random, type ResetPasswordDto, type UpdateUserDto, type UserResource } from '#contracts';
import { PersonalData } from '#personal-data';
import type { AskRows } from '../../accounts/secrets/key-grants.table';
import { ApiError } from '../../http/api-error';
import { GatewayDatabase } from '../../tables/gateway-database';
import { isUniqueViolation } from '../../tables/unique-violation';
import { PersonAudit } from '../audit/person-audit';
import { deleteLinks, findLink, insertLink, useLink } from '../links/links.table';
import { Guesses } from '../guessing/guesses';
import { Mails } from '../mails/mails';
import { distrustPasskeys } from '../passkeys/passkeys.table';
import { Passwords } from '../password/passwords';
import type { ChangingPerson } from '../second-factor/factor-changes';
import { closeWaysIn } from './close-ways-in';
import { normalizedEmail } from './email';
import { isToken, newToken, tokenDigest } from './tokens';
import { Users } from './users';
import { saveEmail, savePassword, saveUser } from './users.table';

const RESET_LIFETIME_MS = 3_600_000;
const EMAIL_LIFETIME_MS = 86_400_000;

/** Where a change comes from. */
type Requested = Pick<FastifyRequest, 'id' | 'ip'>;

/** What people change of themselves. Whatever opens their account ends all other sessions with it. */
@Injectable()
export class UserChanges {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly mails: Mails,
    private readonly audit: PersonAudit,
    private readonly personalData: PersonalData,
    private readonly guesses: Guesses,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** What is left out stays. */
  async update(userId: string, { name, theme, timezone }: UpdateUserDto): Promise<UserResource> {
    const seal = await this.personalData.sealerOf({ accountId: userId, id: userId });
    await saveUser(this.database.ask, userId, {
      ...(name && { name: seal(name, 'name') }),
      ...(theme && { theme }),
      ...(timezone && { timezone }),
    });
    return this.users.resource(await this.users.get(userId));
  }

  /** @throws ApiError of the password. */
  async changePassword({ session: { id: sessionId, userId }, request }: ChangingPerson, password: string): Promise<void> {
    const user = await this.users.get(userId);
    const { email, name } = await this.users.wordsOf(user);
    const passwordHash = await this.passwords.chosen(password, [name, email]);
    const mail = await this.mails.prepare('password_changed', email);
    await this.audit.within({ action: 'users.change_password', userId, request }, async (ask) => {
      await savePassword(ask, userId, passwordHash);
      await closeWaysIn(ask, userId, sessionId);
      await this.mails.write(ask, mail);
    });
  }

  /** Mails a link, if the address has a user. */
  async requestReset(email: string): Promise<void> {
    const user = await this.users.findByEmail(email);
    if (user?.status !== 'active') return;
    const token = newToken(this.random);
    const mail = await this.mails.prepare('reset_password', (await this.users.wordsOf(user)).email, {
      link: { page: 'reset_password', token },
    });
    if (mail === undefined) return;
    const expiresAtMs = this.clock.nowMs() + RESET_LIFETIME_MS;
    await this.database.within(async (ask) => {
      await insertLink(ask, tokenDigest(token), { purpose: 'reset_password', userId: user.id, subject: null, sealed: null, expiresAtMs });
      await this.mails.write(ask, mail);
    });
  }

  /** All sessions end. @throws ApiError link_invalid; of the password, and then the link works again. */
  async resetPassword({ token, password }: ResetPasswordDto, request: Requested): Promise<void> {
    if (!isToken(token)) throw new ApiError('link_invalid');
    const [digest, nowMs] = [tokenDigest(token), this.clock.nowMs()];
    const userId = (await findLink(this.database.ask, digest, 'reset_password', nowMs))?.userId;
    if (userId == null) throw new ApiError('link_invalid');
    const user = await this.users.get(userId);
    const { email, name } = await this.users.wordsOf(user);
    const passwordHash = await this.passwords.chosen(password, [name, email]);
    const mail = await this.mails.prepare('password_changed', email);
    await this.audit.within({ action: 'users.reset_password', userId, request }, async (ask) => {
      if ((await useLink(ask, digest, 'reset_password', nowMs)) === undefined) throw new ApiError('link_invalid');
      await savePassword(ask, userId, passwordHash);
      await closeWaysIn(ask, userId);
      await distrustPasskeys(ask, userId);
      // It was the owner of the address: what others guessed was the password before.
      await this.guesses.clear(['email', user.emailDigest], ['streak', user.emailDigest]);
      await this.mails.write(ask, mail);
    });
  }

  /** The new address counts from its link on. */
  async requestEmail(userId: string, email: string): Promise<void> {
    const token = newToken(this.random);
    const mail = await this.mails.prepare('new_email', normalizedEmail(email), { link: { page: 'verify_email', token } });
    if (mail === undefined) return;
    const sealed = await this.personalData.seal({ accountId: userId, id: userId }, normalizedEmail(email), 'email');
    const expiresAtMs = this.clock.nowMs() + EMAIL_LIFETIME_MS;
    await this.database.within(async (ask) => {
      await deleteLinks(ask, 'new_email', { userId });
      await insertLink(ask, tokenDigest(token), { purpose: 'new_email', userId, subject: null, sealed, expiresAtMs });
      await this.mails.write(ask, mail);
    });
  }

  /** @param sessionId that goes on. @returns whose address was changed; undefined when the link is none of a new address. @throws ApiError link_invalid. */
  async completeEmail(token: string, request: Requested, sessionId?: string): Promise<string | undefined> {
    if (!isToken(token)) throw new ApiError('link_invalid');
    const [digest, atMs] = [tokenDigest(token), this.clock.nowMs()];
    const link = await findLink(this.database.ask, digest, 'new_email', atMs);
    if (link?.userId == null || link.sealed === null) return undefined;
    const { userId, sealed } = link;
    const former = await this.users.wordsOf(await this.users.get(userId));
    const email = await this.personalData.unsealValue(sealed, userId);
    if (typeof email !== 'string') throw new ApiError('link_invalid');
    const mail = await this.mails.prepare('email_changed', former.email);
    const change = { email: sealed, digest: this.users.digestOf(email), atMs };
    const work = async (ask: AskRows): Promise<void> => {
      const used = await useLink(ask, digest, 'new_email', atMs);
      if (used === undefined || !(await saveEmail(ask, userId, change))) throw new ApiError('link_invalid');
      await closeWaysIn(ask, userId, sessionId);
      await this.mails.write(ask, mail);
    };
    await this.audit.within({ action: 'users.change_email', userId, request }, work).catch(takenMeanwhile);
    return userId;
  }
}

/** Of two who take one address at once, the other one's commit is refused by the database. */
function takenMeanwhile(error: unknown): never {
  throw isUniqueViolation(error) ? new ApiError('link_invalid') : error;
}
