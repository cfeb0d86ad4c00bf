import { Injectable } from '@nestjs/common';
import { Clock, type PasskeyDto, type SignInAnswer, type SignInOptionsDto } from '#contracts';
import { ApiError } from '../../http/api-error';
import { GatewayDatabase } from '../../tables/gateway-database';
import { RefusedSignIns } from '../audit/refused-sign-ins';
import { PasskeyProofs } from '../passkeys/passkey-proofs';
import { unauthenticated } from '../sessions/sessions';
import type { PersonRequest } from '../users/person-request';
import { tokenDigest } from '../users/tokens';
import { Users } from '../users/users';
import { findFlow, FLOW_TRIES_MAX, proofOfFlow } from './flows.table';
import { SignInEndings } from './sign-in-endings';
import { SignInLimits } from './sign-in-limits';

/** Signing in with a passkey, which is two factors by itself. */
@Injectable()
export class PasskeySignIns {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly users: Users,
    private readonly proofs: PasskeyProofs,
    private readonly limits: SignInLimits,
    private readonly endings: SignInEndings,
    private readonly refusals: RefusedSignIns,
    private readonly clock: Clock,
  ) {}

  /** For the sign-in that is under way, or for one of its own. @throws ApiError session_missing, passkeys_unavailable. */
  async options({ flow }: SignInOptionsDto, { request }: PersonRequest): Promise<object> {
    if (!flow) return this.proofs.optionsForAnyone(request, this.limits.networkOf(request));
    const digest = tokenDigest(flow);
    const userId = await findFlow(this.database.ask, digest, { nowMs: this.clock.nowMs(), most: FLOW_TRIES_MAX });
    if (userId === undefined) throw unauthenticated('session_missing');
    return this.proofs.optionsFor(request, 'second_factor', proofOfFlow(digest, userId));
  }

  /** However many wrong passwords strangers have sent, the owner gets in. @throws ApiError passkey_invalid, passkeys_unavailable. */
  async signIn({ credential }: PasskeyDto, person: PersonRequest): Promise<SignInAnswer> {
    const claimed = await this.proofs.claimedUser(credential);
    const user = await this.refusals.noting(claimed, person.request, async () => {
      const owner = await this.users.get(await this.proofs.take(person.request, credential, 'sign_in', null));
      if (owner.status !== 'active') throw new ApiError('passkey_invalid');
      return owner;
    });
    await this.limits.unlock(person.request, user.emailDigest);
    return this.endings.afterAll(user, person);
  }
}
