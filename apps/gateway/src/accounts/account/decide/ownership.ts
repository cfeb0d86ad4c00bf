import { invalidParameter, type AccountCommand, type Refusal } from '#contracts';
import { accept, refuse, type Decision } from '#decider';
import type { AccountEvent } from '../events';
import type { KnownAccount } from '../state';

type OwnersDecision = Decision<AccountEvent, Refusal>;
type PayloadOf<TType extends AccountCommand['type']> = Extract<AccountCommand, { type: TType }>['payload'];

/** An owner asks the operator for live mode. The same words again, or where live mode is enabled, change nothing. */
export function requestLive(
  { by, legalName, website }: PayloadOf<'accounts.request_live'>,
  account: KnownAccount,
  nowMs: number,
): OwnersDecision {
  if (!isOwner(account, by)) return refuse(onlyOwners());
  const isSame = account.liveRequestedAtMs !== undefined && account.legalName === legalName && account.website === website;
  return accept(account.liveEnabled || isSame ? [] : [{ type: 'account.live_requested', data: { legalName, website, atMs: nowMs } }]);
}

/** For good: whoever does it types the name, so that it is not done by mistake. */
export function close({ by, name }: PayloadOf<'accounts.close'>, account: KnownAccount, nowMs: number): OwnersDecision {
  if (!isOwner(account, by)) return refuse(onlyOwners());
  if (name !== account.name) return refuse(invalidParameter('name', 'must be the name of the account.', 'not_the_name'));
  return accept([{ type: 'account.closed', data: { by, atMs: nowMs } }]);
}

function isOwner({ members }: KnownAccount, userId: string): boolean {
  return members?.[userId]?.role === 'owner';
}

function onlyOwners(): Refusal {
  return { code: 'role_insufficient', details: { message: 'Your role in the account does not allow this; owner may.' } };
}
