import type { Command } from '../command';
import type { SealedText } from '../encrypted';
import type { Metadata } from '../payments/commands';

/**
 * `secret`: everything in its mode but what only people may do, for servers. `restricted`: its scopes. `publishable`: what a page may
 * call; its text is no secret.
 */
export const API_KEY_KINDS = ['secret', 'restricted', 'publishable'] as const;
export type ApiKeyKind = (typeof API_KEY_KINDS)[number];

/** Why a key was revoked. `rolled`: another one took its place, and its overlap is over. `maker_revoked`: the key that made it has ended. */
export const API_KEY_REVOKED_REASONS = ['requested', 'rolled', 'maker_revoked', 'leaked', 'account_closed', 'operator'] as const;
export type ApiKeyRevokedReason = (typeof API_KEY_REVOKED_REASONS)[number];

/** Unrevoked keys of one account and mode, at most. */
export const API_KEYS_MAX = 50;
/** Of them, those that were not used for `API_KEY_IDLE_DAYS`, at most. */
export const IDLE_API_KEYS_MAX = 20;
export const API_KEY_IDLE_DAYS = 90;
/** How long a rolled key goes on working, at most, in seconds: seven days. */
export const ROLL_OVERLAP_MAX_S = 604_800;

/** What a key is, beside its secret. */
export interface ApiKeyTerms {
  kind: ApiKeyKind;
  /** 1 to 100 characters. */
  name: string;
  /** What a restricted key may do; empty for the other kinds. */
  scopes: readonly string[];
  /** Addresses and CIDR ranges it may be used from; anywhere when empty. */
  allowedAddresses: readonly string[];
  /** Milliseconds since the epoch; absent: never. */
  expiresAtMs?: number;
  metadata?: Metadata;
}

/** What is shown of the text of a key to recognize it by: `sk_test_0Vbg…QmVp`. The whole text of a publishable one, which is no secret. */
export interface ShownText {
  hint: string;
  publishable?: string;
}

export interface CreateApiKeyPayload extends ApiKeyTerms, ShownText {
  /** The text, sealed under the key of this API key: for the answer, never for an event. Absent: who sends it knows the text. */
  sealedText?: SealedText;
  /** Keys of the account and mode that were not used for 90 days, as far as the gateway knows. */
  idleKeyIds: readonly string[];
  /** The key whose place it takes. */
  rolledFrom?: string;
  /** Its end is that of its maker, and may be less than an hour ahead. */
  endsWithMaker?: true;
}

/** The same before it is known which keys are idle: that is looked up where it is decided. */
export type NewApiKeyPayload = Omit<CreateApiKeyPayload, 'idleKeyIds'>;

/** What can change of a key: absent keeps, null empties. */
export interface ApiKeyChange {
  name?: string;
  scopes?: readonly string[];
  allowedAddresses?: readonly string[];
  expiresAtMs?: number | null;
  /** Merged key by key; null removes a key, and null for the whole removes all. */
  metadata?: Record<string, string | number | boolean | null> | null;
}

/** The key that takes the place of another one, which goes on for a while. */
export interface RollApiKeyPayload extends ShownText {
  /** `key_…` of the new one. */
  newKeyId: string;
  sealedText?: SealedText;
  /** 0 to `ROLL_OVERLAP_MAX_S`. */
  overlapSeconds: number;
  /** The end of the key that asks, which the new one does not outlive, in milliseconds since the epoch; absent: never. */
  expiresAtMs?: number;
}

/** Command type → payload: everything that can be asked of an API key (docs/reference/state-machines.md, API key). */
export interface ApiKeyCommandPayloads {
  'api_keys.create': CreateApiKeyPayload;
  'api_keys.update': ApiKeyChange;
  'api_keys.roll': RollApiKeyPayload;
  'api_keys.revoke': { reason: ApiKeyRevokedReason };
  /** It was reported as leaked, and the account decides what follows (`settings.on_leak`). */
  'api_keys.note_leak': Record<string, never>;
  /** What was found out for the notice that a key ends in so many days. */
  'api_keys.note_expiring': { days: number; isUsed: boolean };
  /** Its time is over. */
  'api_keys.end': Record<string, never>;
  /** The stored answers that showed its text cannot be read any more. */
  'api_keys.record_text_destroyed': Record<string, never>;
}

export type ApiKeyCommandType = keyof ApiKeyCommandPayloads;

export const API_KEY_COMMAND_TYPES = [
  'api_keys.create',
  'api_keys.update',
  'api_keys.roll',
  'api_keys.revoke',
  'api_keys.note_leak',
  'api_keys.note_expiring',
  'api_keys.end',
  'api_keys.record_text_destroyed',
] as const satisfies readonly ApiKeyCommandType[];

export type ApiKeyCommand = { [TType in ApiKeyCommandType]: Command<TType, ApiKeyCommandPayloads[TType]> }[ApiKeyCommandType];
