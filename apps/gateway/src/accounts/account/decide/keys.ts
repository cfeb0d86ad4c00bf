import { API_KEYS_MAX, API_KEY_IDLE_DAYS, IDLE_API_KEYS_MAX, type HoldKeyOfAccountPayload, type Refusal } from '#contracts';
import type { KnownAccount } from '../state';

/** Why the account may not have one more key, or null. */
export function keyProblem(account: KnownAccount, wanted: HoldKeyOfAccountPayload): Refusal | null {
  if (wanted.livemode && !account.liveEnabled) return { code: 'live_mode_not_enabled' };
  // Whoever replaces a key has no more of them than before.
  if (wanted.takesPlaceOf !== undefined) return null;
  const own = Object.entries(account.keys).filter(([, key]) => key.livemode === wanted.livemode);
  if (own.filter(([, { takesPlaceOf }]) => takesPlaceOf === undefined).length >= API_KEYS_MAX) return tooMany();
  const idle = own.filter(([id]) => wanted.idleKeyIds.includes(id));
  return idle.length >= IDLE_API_KEYS_MAX ? tooManyIdle() : null;
}

/** The keys that a key made, and those that they made. A chain that would come back to itself ends. */
export function madeBy(keys: KnownAccount['keys'], keyId: string): string[] {
  const found = new Set([keyId]);
  for (const maker of found) {
    for (const [id, { makerKeyId }] of Object.entries(keys)) if (makerKeyId === maker) found.add(id);
  }
  found.delete(keyId);
  return [...found];
}

function tooMany(): Refusal {
  return {
    code: 'limit_exceeded',
    details: {
      message: `An account has at most ${API_KEYS_MAX} API keys in each mode that are not revoked.`,
      param: 'id',
      hint: 'Revoke the keys that are not used any more: DELETE /v1/api_keys/{id}.',
    },
  };
}

function tooManyIdle(): Refusal {
  return {
    code: 'limit_exceeded',
    details: {
      message: `${IDLE_API_KEYS_MAX} API keys of the account in this mode were not used for ${API_KEY_IDLE_DAYS} days.`,
      param: 'id',
      hint: `Revoke those that are not needed: GET /v1/api_keys?unused_days=${API_KEY_IDLE_DAYS} lists them.`,
    },
  };
}
