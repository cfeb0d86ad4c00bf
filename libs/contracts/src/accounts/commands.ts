import type { Command } from '../command';
import type { SealedText } from '../encrypted';
import type { Metadata } from '../payments/commands';
import type { OperatorWord } from '../webhooks/commands';
import type { AccountRules, SharedRules } from './account-rules';
import type { Role } from './roles';

/** Whom payers may turn to. */
export const SUPPORT_PARTS = ['email', 'phone', 'url'] as const;
export type SupportPart = (typeof SUPPORT_PARTS)[number];

/** How the account looks on pages for payers. */
export interface Branding {
  /** 1 to 100 characters; the name of the account unless given. */
  displayName?: string;
  /** `#rrggbb`. */
  color?: string;
}

/** What an account says of itself. Absent means empty. */
export interface AccountProfile {
  /** 1 to 100 characters. */
  name: string;
  support?: Partial<Record<SupportPart, string>>;
  branding?: Branding;
  rules?: AccountRules;
  /** Whom it has written to about keys and webhook endpoints: a list of e-mail addresses, sealed as a whole. */
  developerContacts?: SealedText;
  metadata?: Metadata;
  /** As it was registered: said when live mode was asked for. */
  legalName?: string;
  website?: string;
}

type Emptied<TParts> = { [TPart in keyof TParts]?: TParts[TPart] | null };

/** What changes of it: absent keeps, null empties. Objects are merged key by key. */
export interface AccountChange {
  name?: string;
  support?: Emptied<Record<SupportPart, string>> | null;
  branding?: Emptied<Branding> | null;
  rules?: Emptied<AccountRules>;
  developerContacts?: SealedText | null;
  metadata?: Record<string, string | number | boolean | null> | null;
}

/** A key that the account has from now on. Sent by the key alone, in the commit that makes it. */
export interface HoldKeyOfAccountPayload {
  keyId: string;
  livemode: boolean;
  /** The key that made or rolled it, and takes it along when it is revoked. */
  makerKeyId?: string;
  /** The key whose place it takes: what that one made is its own from now on. It counts towards no limit. */
  takesPlaceOf?: string;
  /** Keys of the account and mode that were not used for long. */
  idleKeyIds: readonly string[];
}

/** Somebody is to be asked to join. Whom, the log does not hold. */
export interface InviteMemberPayload {
  /** `invite_…`. */
  invitationId: string;
  role: Role;
  /** The user who has the address; absent for none. */
  userId?: string;
  /** The member who asks, or null for an operator. */
  by: string | null;
  /** Milliseconds since the epoch. */
  expiresAtMs: number;
}

/** An invitation to be the first owner. */
export type OwnerInvitation = Pick<InviteMemberPayload, 'invitationId' | 'expiresAtMs'>;

/** Command type → payload: everything that can be asked of an account (docs/reference/state-machines.md, Account). */
export interface AccountCommandPayloads {
  /** `ownerId`: the person whose account it is; of one that an operator makes, whoever takes `ownerInvitation`. */
  'accounts.create': AccountProfile & { liveEnabled: boolean; ownerId?: string; ownerInvitation?: OwnerInvitation };
  'accounts.update': AccountChange;
  'accounts.enable_live': { operator: OperatorWord };
  'accounts.disable_live': { operator: OperatorWord };
  'accounts.suspend': { operator: OperatorWord };
  'accounts.resume': { operator: OperatorWord };
  /** The first member of an account that has none. */
  'accounts.claim': { userId: string };
  'accounts.invite_member': InviteMemberPayload;
  'accounts.revoke_invitation': { invitationId: string; by: string | null };
  'accounts.accept_invitation': { invitationId: string; userId: string };
  'accounts.change_member': { userId: string; role: Role; by: string };
  /** Also by the member alone: whoever may leave. */
  'accounts.remove_member': { userId: string; by: string };
  /** Another member becomes owner, and the owner who asks an admin. */
  'accounts.hand_over': { userId: string; by: string };
  /** An owner asks the operator for live mode. */
  'accounts.request_live': { legalName: string; website: string; by: string };
  /** For good. `name`: that of the account, typed by the owner who closes it. */
  'accounts.close': { name: string; by: string };
  /** Keys and connections of a closed account have ended, and its apps are disabled. */
  'accounts.record_cleared': Record<string, never>;
  /** The payments service has these rules. */
  'accounts.record_shared': SharedRules;
  'accounts.hold_key': HoldKeyOfAccountPayload;
  /** The key has ended. `takesAlong`: with those that it made. */
  'accounts.release_key': { keyId: string; takesAlong: boolean };
}

export type AccountCommandType = keyof AccountCommandPayloads;

export const ACCOUNT_COMMAND_TYPES = [
  'accounts.create',
  'accounts.update',
  'accounts.enable_live',
  'accounts.disable_live',
  'accounts.suspend',
  'accounts.resume',
  'accounts.claim',
  'accounts.invite_member',
  'accounts.revoke_invitation',
  'accounts.accept_invitation',
  'accounts.change_member',
  'accounts.remove_member',
  'accounts.hand_over',
  'accounts.request_live',
  'accounts.close',
  'accounts.record_cleared',
  'accounts.record_shared',
  'accounts.hold_key',
  'accounts.release_key',
] as const satisfies readonly AccountCommandType[];

export type AccountCommand = { [TType in AccountCommandType]: Command<TType, AccountCommandPayloads[TType]> }[AccountCommandType];
