import { Injectable } from '@nestjs/common';
import { Clock, Random } from '#contracts';
import { PersonalData } from '#personal-data';
import type { AskRows } from '../../accounts/secrets/key-grants.table';
import { ApiError } from '../../http/api-error';
import { GatewayDatabase } from '../../tables/gateway-database';
import { PersonAudit } from '../audit/person-audit';
import { Guesses } from '../guessing/guesses';
import { Mails } from '../mails/mails';
import { Users } from '../users/users';
import { tokenDigest } from '../users/tokens';
import type { StoredUser } from '../users/users.table';
import { FactorChanges, type ChangingPerson } from './factor-changes';
import { replaceRecoveryCodes, takeRecoveryCode } from './recovery-codes.table';
import { findHasSecondFactor } from './second-factor.table';
import { newTotpSecret, otpauthUri, stepOfCode } from './totp';
import { confirmTotp, removeTotp, saveTotpSecret, takeTotpStep } from './totp.table';

const RECOVERY_CODES = 10;
const RECOVERY_CODE_BYTES = 10;

/** What a person sends beside the password. */
export interface PresentedFactor {
  totp?: string | null;
  recovery_code?: string | null;
}

/** Codes of an app, and those for when the app is lost. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly personalData: PersonalData,
    private readonly guesses: Guesses,
    private readonly mails: Mails,
    private readonly users: Users,
    private readonly changes: FactorChanges,
    private readonly audit: PersonAudit,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /**
   * Takes a code. Each works once; of two that bring one at once, one is right.
   *
   * @throws ApiError code_invalid; rate_limited when codes of the app are off for the day.
   */
  async take(user: StoredUser, { totp, recovery_code: recovery }: PresentedFactor): Promise<void> {
    const isRight = recovery != null ? await this.isRecoveryCode(user, recovery) : await this.isCode(user, totp ?? '');
    if (!isRight) throw new ApiError('code_invalid');
  }

  /** A secret for an app. It counts from its first code on. @throws ApiError state_conflict when one counts already. */
  async begin(user: StoredUser): Promise<string> {
    const secret = newTotpSecret(this.random);
    const sealed = await this.personalData.seal({ accountId: user.id, id: user.id }, secret);
    const isBegun = await saveTotpSecret(this.database.ask, user.id, sealed);
    if (!isBegun) throw new ApiError('state_conflict', { message: 'Remove the second factor that is there first.' });
    return otpauthUri(secret, (await this.users.wordsOf(user)).email);
  }

  /** The first code of a new secret. @returns the recovery codes, shown once. @throws ApiError code_invalid. */
  async confirm(person: ChangingPerson, code: string): Promise<string[]> {
    const user = await this.users.get(person.session.userId);
    if (user.totpConfirmedAtMs !== null || !(await this.isCode(user, code))) throw new ApiError('code_invalid');
    return this.changes.within('users.add_totp', person, async (ask) => {
      const isConfirmed = await confirmTotp(ask, user.id, { sealedSecret: user.totpSecret, atMs: this.clock.nowMs() });
      if (!isConfirmed) throw new ApiError('code_invalid');
      return this.newCodes(ask, user.id);
    });
  }

  /** In place of those before. */
  renewRecoveryCodes({ session: { userId }, request }: ChangingPerson): Promise<string[]> {
    return this.audit.within({ action: 'users.renew_recovery_codes', userId, request }, (ask) => this.newCodes(ask, userId));
  }

  async remove(person: ChangingPerson): Promise<void> {
    const { userId } = person.session;
    await this.changes.within('users.remove_totp', person, async (ask) => {
      await removeTotp(ask, userId);
      // They are also for when a passkey is lost.
      if (!(await findHasSecondFactor(ask, userId))) await replaceRecoveryCodes(ask, userId, []);
    });
  }

  private async newCodes(ask: AskRows, userId: string): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, () => this.newCode());
    await replaceRecoveryCodes(
      ask,
      userId,
      codes.map((code) => tokenDigest(plainCode(code))),
    );
    return codes;
  }

  /** Eighty bits in groups that can be copied by hand. */
  private newCode(): string {
    const hex = Buffer.from(this.random.bytes(RECOVERY_CODE_BYTES)).toString('hex');
    return (hex.match(/.{5}/g) ?? []).join('-');
  }

  private isRecoveryCode({ id }: StoredUser, code: string): Promise<boolean> {
    return takeRecoveryCode(this.database.ask, id, tokenDigest(plainCode(code)));
  }

  private async isCode(user: StoredUser, code: string): Promise<boolean> {
    if (user.totpSecret === null) return false;
    await this.countTry(user);
    const secret = await this.personalData.unsealValue(user.totpSecret, user.id);
    if (typeof secret !== 'string') return false;
    const step = stepOfCode(secret, code, this.clock.nowMs());
    if (step === undefined || !(await takeTotpStep(this.database.ask, user.id, step))) return false;
    await this.guesses.clear(['totp', user.id]);
    return true;
  }

  /** Twenty a day; then the person is mailed that somebody knows the password. */
  private async countTry(user: StoredUser): Promise<void> {
    try {
      await this.guesses.admit('totp', user.id);
    } catch (error) {
      await this.mails.send('totp_paused', (await this.users.wordsOf(user)).email).catch(() => undefined);
      throw error;
    }
  }
}

/** As it is typed: with or without dashes and blanks, in any case. */
function plainCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toLowerCase();
}
