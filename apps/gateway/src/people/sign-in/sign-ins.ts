import { Injectable } from '@nestjs/common';
import { Clock, Random, type SecondFactorDto, type SignInAnswer, type SignInDto } from '#contracts';
import { ApiError } from '../../http/api-error';
import { GatewayDatabase } from '../../tables/gateway-database';
import { Guesses } from '../guessing/guesses';
import { deleteLinks, insertLink, useLink } from '../links/links.table';
import { Mails } from '../mails/mails';
import { Passwords } from '../password/passwords';
import { SecondFactors } from '../second-factor/second-factors';
import { SessionStarts } from '../sessions/session-starts';
import { unauthenticated } from '../sessions/sessions';
import type { PersonRequest } from '../users/person-request';
import { isToken, newToken, tokenDigest } from '../users/tokens';
import { Users } from '../users/users';
import { saveSignIn, type StoredUser } from '../users/users.table';
import { endFlow, insertFlow, takeFlowTry } from './flows.table';

const FLOW_LIFETIME_MS = 600_000;
const FACTOR_TRIES_MAX = 5;
const LINK_LIFETIME_MS = 900_000;

/** Signing in: with a password or a mailed link, and a second factor where there is one. */
@Injectable()
export class SignIns {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly factors: SecondFactors,
    private readonly starts: SessionStarts,
    private readonly guesses: Guesses,
    private readonly mails: Mails,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /**
   * The same answer, after the same work, for an address without a user.
   *
   * @throws ApiError credentials_invalid; rate_limited before a hash is computed; service_unavailable.
   */
  async withPassword({ email, password }: SignInDto, person: PersonRequest): Promise<SignInAnswer> {
    const digest = this.users.digestOf(email);
    const device = this.starts.deviceOf(person.request, digest);
    const place = this.guesses.placeOf(person.request.ip);
    await this.guesses.admit('address', place);
    if (device !== undefined) await this.guesses.admit('device', device);
    else {
      await this.guesses.admit('streak', digest);
      await this.guesses.admit('email', digest);
    }
    const user = await this.users.findByEmail(email);
    if (!(await this.passwords.isRight(this.database.ask, password, user)) || user === undefined)
      throw unauthenticated('credentials_invalid');
    await this.guesses.giveBack('address', place);
    await this.clearFor(digest, device);
    return this.goOn(user, person);
  }

  /** @throws ApiError session_missing when the sign-in is over, or five codes were wrong; code_invalid. */
  async withFactor(dto: SecondFactorDto, person: PersonRequest): Promise<SignInAnswer> {
    const digest = tokenDigest(dto.flow);
    const userId = await takeFlowTry(this.database.ask, digest, { nowMs: this.clock.nowMs(), most: FACTOR_TRIES_MAX });
    if (userId === undefined) throw unauthenticated('session_missing');
    const user = await this.users.get(userId);
    await this.factors.take(user, dto);
    if (user.status !== 'active' || !(await endFlow(this.database.ask, digest))) throw unauthenticated('session_missing');
    return this.begin(user, person);
  }

  /** Mails a link, if the address has a user. */
  async requestLink(email: string): Promise<void> {
    const user = await this.users.findByEmail(email);
    if (user?.status !== 'active') return;
    const token = newToken(this.random);
    const mail = await this.mails.prepare('sign_in', (await this.users.wordsOf(user)).email, { page: 'sign_in', token });
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

  /** The link in place of the password; the second factor is still asked for. @throws ApiError link_invalid. */
  async withLink(token: string, person: PersonRequest): Promise<SignInAnswer> {
    if (!isToken(token)) throw new ApiError('link_invalid');
    const link = await useLink(this.database.ask, tokenDigest(token), 'sign_in', this.clock.nowMs());
    if (link?.userId == null) throw new ApiError('link_invalid');
    const user = await this.users.get(link.userId);
    if (user.status !== 'active') throw new ApiError('link_invalid');
    await deleteLinks(this.database.ask, 'sign_in', { userId: user.id });
    await this.clearFor(user.emailDigest, this.starts.deviceOf(person.request, user.emailDigest));
    return this.goOn(user, person);
  }

  private async goOn(user: StoredUser, person: PersonRequest): Promise<SignInAnswer> {
    if (user.totpConfirmedAtMs === null) return this.begin(user, person);
    const flow = newToken(this.random);
    await insertFlow(this.database.ask, tokenDigest(flow), { userId: user.id, expiresAtMs: this.clock.nowMs() + FLOW_LIFETIME_MS });
    return { second_factor: ['totp', 'recovery'], flow };
  }

  private async begin(user: StoredUser, person: PersonRequest): Promise<SignInAnswer> {
    const isNewBrowser = this.starts.deviceOf(person.request, user.emailDigest) === undefined;
    const mail = isNewBrowser ? await this.mails.prepare('new_sign_in', (await this.users.wordsOf(user)).email) : undefined;
    return this.starts.within(user, person, async (begin) => {
      await this.database.within(async (ask) => {
        await saveSignIn(ask, user.id, this.clock.nowMs());
        await this.mails.write(ask, mail);
        await begin(ask);
      });
      return undefined;
    });
  }

  private clearFor(digest: string, device: string | undefined): Promise<void> {
    if (device !== undefined) return this.guesses.clear(['device', device]);
    return this.guesses.clear(['email', digest], ['streak', digest]);
  }
}
