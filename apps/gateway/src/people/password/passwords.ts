import { Injectable } from '@nestjs/common';
import { ERRORS } from '#contracts';
import type { AskRows } from '../../accounts/secrets/key-grants.table';
import { ApiError } from '../../http/api-error';
import { strengthenPassword, type StoredUser } from '../users/users.table';
import { BreachedPasswords } from './breached-passwords';
import { HashQueueFullError } from './hash-queue';
import { PasswordHasher } from './password-hasher';
import { PASSWORD_LENGTH_MAX, passwordProblem } from './password-policy';

/** The choice and the check of passwords, with the errors that a person is shown. */
@Injectable()
export class Passwords {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly breached: BreachedPasswords,
  ) {}

  /**
   * The hash of a password that was chosen.
   *
   * @param context name and address of the person. @throws ApiError password_too_short, password_too_common, parameter_invalid, service_unavailable.
   */
  async chosen(password: string, context: readonly string[]): Promise<string> {
    await this.refuseWeak(password, context);
    return this.hasher.hash(password).catch(busy);
  }

  /** @param context name and address of the person. @throws ApiError password_too_short, password_too_common, parameter_invalid. */
  async refuseWeak(password: string, context: readonly string[]): Promise<void> {
    const problem = (await passwordProblem(password, context)) ?? (await this.breached.problemOf(password));
    if (problem === 'password_too_long') {
      const message = `password must have at most ${PASSWORD_LENGTH_MAX} characters.`;
      throw new ApiError('parameter_invalid', { param: 'password', message, reason: 'invalid_length' });
    }
    if (problem !== null) throw new ApiError(problem, { param: 'password', message: ERRORS[problem].message });
  }

  /** Whether it is the password of this person. The same work without one. @throws ApiError service_unavailable. */
  async isRight(ask: AskRows, password: string, user: StoredUser | undefined): Promise<boolean> {
    const stored = user?.passwordHash ?? undefined;
    const { isRight, isOutdated } = await this.hasher.check(password, stored).catch(busy);
    if (isRight && isOutdated && user !== undefined) await this.strengthen(ask, password, user);
    return isRight && user?.status === 'active';
  }

  /** What fails is done at the next sign-in. The person is held against the row as it is from now on. */
  private async strengthen(ask: AskRows, password: string, user: StoredUser): Promise<void> {
    const from = user.passwordHash ?? '';
    const to = await this.hasher.hash(password).catch(() => undefined);
    const isStored = to !== undefined && (await strengthenPassword(ask, user.id, { from, to }).catch(() => false));
    if (isStored) user.passwordHash = to;
  }
}

function busy(error: unknown): never {
  if (!(error instanceof HashQueueFullError)) throw error;
  throw new ApiError('service_unavailable', {}, { 'retry-after': '2' }, error.message);
}
