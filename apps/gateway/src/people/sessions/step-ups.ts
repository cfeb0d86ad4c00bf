import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { StepUpDto } from '#contracts';
import { ApiError } from '../../http/api-error';
import { GatewayDatabase } from '../../tables/gateway-database';
import { Guesses } from '../guessing/guesses';
import { Passwords } from '../password/passwords';
import { PasskeyProofs, type ProofOf } from '../passkeys/passkey-proofs';
import { hasSecondFactor } from '../second-factor/factors-of';
import { SecondFactors } from '../second-factor/second-factors';
import { Users } from '../users/users';
import { unauthenticated } from './sessions';

/** Of a session that asks. */
export interface SessionOfPerson {
  id: string;
  userId: string;
}

type Codes = Pick<StepUpDto, 'totp' | 'recovery_code'>;

/** Who it is, asked once more in the middle of a session: a session that was left open must not do the worst. */
@Injectable()
export class StepUps {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly factors: SecondFactors,
    private readonly guesses: Guesses,
    private readonly proofs: PasskeyProofs,
  ) {}

  /** What a passkey is asked with. @throws ApiError passkeys_unavailable. */
  options(request: FastifyRequest, session: SessionOfPerson): Promise<object> {
    return this.proofs.optionsFor(request, 'step_up', proofOf(session));
  }

  /**
   * @throws ApiError parameter_missing, credentials_invalid, second_factor_required, code_invalid, passkey_invalid, rate_limited,
   *   service_unavailable.
   */
  async check(request: FastifyRequest, session: SessionOfPerson, { passkey, password, ...codes }: StepUpDto): Promise<void> {
    if (passkey) await this.proofs.take(request, passkey, 'step_up', proofOf(session));
    else if (password) await this.checkPassword(session.userId, password, codes);
    else throw new ApiError('parameter_missing', { param: 'password', message: 'Send password and second factor, or passkey.' });
    await this.guesses.clear(['step_up', session.userId]);
  }

  private async checkPassword(userId: string, password: string, { totp, recovery_code }: Codes): Promise<void> {
    await this.guesses.admit('step_up', userId);
    const user = await this.users.get(userId);
    if (!(await this.passwords.isRight(this.database.ask, password, user))) throw unauthenticated('credentials_invalid');
    if (!hasSecondFactor(user)) return;
    if (!totp && !recovery_code) throw unauthenticated('second_factor_required');
    await this.factors.take(user, { totp, recovery_code });
  }
}

function proofOf({ id: subject, userId }: SessionOfPerson): ProofOf {
  return { subject, userId };
}
