import { Injectable } from '@nestjs/common';
import { Clock, type SecondFactorDto, type SignInAnswer, type SignInDto } from '#contracts';
import { GatewayDatabase } from '../../tables/gateway-database';
import { RefusedSignIns } from '../audit/refused-sign-ins';
import { PasskeyProofs } from '../passkeys/passkey-proofs';
import { Passwords } from '../password/passwords';
import { SecondFactors } from '../second-factor/second-factors';
import { unauthenticated } from '../sessions/sessions';
import type { PersonRequest } from '../users/person-request';
import { tokenDigest } from '../users/tokens';
import { Users } from '../users/users';
import type { StoredUser } from '../users/users.table';
import { endFlow, FLOW_TRIES_MAX, proofOfFlow, takeFlowTry } from './flows.table';
import { SignInEndings } from './sign-in-endings';
import { SignInLimits } from './sign-in-limits';

/** Signing in with a password, and a second factor where there is one. */
@Injectable()
export class SignIns {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly factors: SecondFactors,
    private readonly proofs: PasskeyProofs,
    private readonly limits: SignInLimits,
    private readonly endings: SignInEndings,
    private readonly refusals: RefusedSignIns,
    private readonly clock: Clock,
  ) {}

  /**
   * The same answer, after the same work, for an address without a user.
   *
   * @throws ApiError credentials_invalid; rate_limited before a hash is computed; service_unavailable.
   */
  async withPassword({ email, password }: SignInDto, person: PersonRequest): Promise<SignInAnswer> {
    const digest = this.users.digestOf(email);
    await this.limits.admit(person.request, digest);
    const found = await this.users.findByEmail(email);
    const user = await this.refusals.noting(found?.id, person.request, () => this.withRightPassword(found, password));
    await this.limits.accept(person.request, digest);
    return this.endings.afterFirst(user, person);
  }

  /** @throws ApiError session_missing when the sign-in is over, or five tries were wrong; code_invalid, passkey_invalid. */
  async withFactor({ flow, passkey, ...codes }: SecondFactorDto, person: PersonRequest): Promise<SignInAnswer> {
    const digest = tokenDigest(flow);
    const userId = await takeFlowTry(this.database.ask, digest, { nowMs: this.clock.nowMs(), most: FLOW_TRIES_MAX });
    if (userId === undefined) throw unauthenticated('session_missing');
    const user = await this.users.get(userId);
    await this.refusals.noting(userId, person.request, async () => {
      if (passkey) await this.proofs.take(person.request, passkey, 'second_factor', proofOfFlow(digest, userId));
      else await this.factors.take(user, codes);
    });
    if (user.status !== 'active' || !(await endFlow(this.database.ask, digest))) throw unauthenticated('session_missing');
    return this.endings.afterAll(user, person);
  }
  private async withRightPassword(user: StoredUser | undefined, password: string): Promise<StoredUser> {
    const isRight = await this.passwords.isRight(this.database.ask, password, user);
    if (!isRight || user === undefined) throw unauthenticated('credentials_invalid');
    return user;
  }
}
