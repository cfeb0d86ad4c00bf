import { Injectable } from '@nestjs/common';
import { Clock, Random, type PasskeyCredential } from '#contracts';
import { ApiError } from '../../http/api-error';
import { GatewayDatabase } from '../../tables/gateway-database';
import { tokenDigest } from '../users/tokens';
import { insertChallenge, takeChallenge, type ChallengePurpose } from './passkey-challenges.table';
import { CEREMONY_LIFETIME_MS, challengeIn } from './webauthn';

const CHALLENGE_BYTES = 32;
/** Of one session or sign-in; and of one network, from which many may sign in at once. */
const WAITING_MAX = { register: 5, step_up: 5, second_factor: 5, sign_in: 100 } as const satisfies Record<ChallengePurpose, number>;

/** What people are asked to sign: random, for one purpose, once, for five minutes. Nothing of it is in a cookie. */
@Injectable()
export class PasskeyChallenges {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** @param subject see `WaitingChallenge`. */
  async issue(purpose: ChallengePurpose, subject: string): Promise<Buffer> {
    const challenge = Buffer.from(this.random.bytes(CHALLENGE_BYTES));
    const expiresAtMs = this.clock.nowMs() + CEREMONY_LIFETIME_MS;
    const digest = tokenDigest(challenge.toString('base64url'));
    await insertChallenge(this.database.ask, digest, { purpose, subject, expiresAtMs }, WAITING_MAX[purpose]);
    return challenge;
  }

  /** The challenge that was signed, whatever comes of the signature: it is used up. @throws ApiError passkey_invalid when it is none that waits. */
  async take(credential: PasskeyCredential, purpose: ChallengePurpose, subject: string | null): Promise<string> {
    const challenge = challengeIn(credential);
    const isTaken =
      challenge !== undefined &&
      (await takeChallenge(this.database.ask, tokenDigest(challenge), { purpose, subject, nowMs: this.clock.nowMs() }));
    if (!isTaken) throw new ApiError('passkey_invalid', {}, {}, 'passkey refused: no such challenge waits');
    return challenge;
  }
}
