import { newId, shardOfAccount, type ErrorCode, type Random } from '#contracts';
import type { NewAuditEntry } from '../../accounts/audit-log/audit-entry';
import type { AddressDigests } from '../../auth/address-digests';

/** What people do with the way in to all of their accounts. */
export type PersonAction =
  | 'users.sign_in'
  | 'users.sign_out_everywhere'
  | 'users.change_password'
  | 'users.reset_password'
  | 'users.change_email'
  | 'users.add_totp'
  | 'users.remove_totp'
  | 'users.renew_recovery_codes'
  | 'users.read_mailbox'
  | 'users.add_passkey'
  | 'users.remove_passkey';

/** An act of a person, which is the same in each of their accounts. */
export interface ActOfPerson {
  action: PersonAction;
  userId: string;
  /** Milliseconds since the epoch. */
  atMs: number;
  /** The error of a refusal; null for what was done. */
  code: ErrorCode | null;
  ip: string;
  requestId: string;
}

/** What an entry is made with. */
export interface EntryParts {
  /** See `NewAuditEntry`. */
  commandId: string;
  addresses: AddressDigests;
  random: Random;
}

/** The entry of one account. It names the person by id alone: name and address are theirs to be erased, and the log is kept. */
export function entryOfPerson(
  accountId: string,
  { action, userId, atMs, code, ip, requestId }: ActOfPerson,
  { commandId, addresses, random }: EntryParts,
): NewAuditEntry {
  return {
    id: newId('auditEntry', shardOfAccount(accountId), atMs, random),
    // What is of an account as a whole has its live mode, as the acts upon the account have.
    ...{ commandId, livemode: true, atMs },
    actor: { type: 'user', id: userId, name: null },
    action,
    resource: { type: 'user', id: userId },
    outcome: code === null ? 'done' : 'refused',
    ...{ code, address: addresses.of(accountId, ip), requestId, changes: null },
  };
}
