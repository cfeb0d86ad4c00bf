import type { SecondFactorKind } from '#contracts';
import type { StoredUser } from '../users/users.table';

type Factors = Pick<StoredUser, 'totpConfirmedAtMs' | 'passkeyCount' | 'recoveryCodesLeft'>;

/** Whether something beside the password is asked for. Recovery codes are for when it is lost: by themselves they are none. */
export function hasSecondFactor({ totpConfirmedAtMs, passkeyCount }: Omit<Factors, 'recoveryCodesLeft'>): boolean {
  return totpConfirmedAtMs !== null || passkeyCount > 0;
}

/** What the person can bring beside the password, the usual one first; nothing for who has no second factor. */
export function factorsOf(user: Factors): SecondFactorKind[] {
  if (!hasSecondFactor(user)) return [];
  const { totpConfirmedAtMs, passkeyCount, recoveryCodesLeft } = user;
  return [
    ...(totpConfirmedAtMs === null ? [] : (['totp'] as const)),
    ...(passkeyCount === 0 ? [] : (['passkey'] as const)),
    ...(recoveryCodesLeft === 0 ? [] : (['recovery'] as const)),
  ];
}
