import { Injectable } from '@nestjs/common';
import type { StepUpDto } from '#contracts';
import { GatewayDatabase } from '../../tables/gateway-database';
import { Guesses } from '../guessing/guesses';
import { Passwords } from '../password/passwords';
import { SecondFactors } from '../second-factor/second-factors';
import { Users } from '../users/users';
import { unauthenticated } from './sessions';

/** Who it is, asked once more in the middle of a session: a session that was left open must not do the worst. */
@Injectable()
export class StepUps {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly factors: SecondFactors,
    private readonly guesses: Guesses,
  ) {}

  /** @throws ApiError credentials_invalid, second_factor_required, code_invalid, rate_limited, service_unavailable. */
  async check(userId: string, { password, totp, recovery_code }: StepUpDto): Promise<void> {
    await this.guesses.admit('step_up', userId);
    const user = await this.users.get(userId);
    if (!(await this.passwords.isRight(this.database.ask, password, user))) throw unauthenticated('credentials_invalid');
    if (user.totpConfirmedAtMs !== null) {
      if (!totp && !recovery_code) throw unauthenticated('second_factor_required');
      await this.factors.take(user, { totp, recovery_code });
    }
    await this.guesses.clear(['step_up', userId]);
  }
}
