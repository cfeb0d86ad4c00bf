import { mergeMetadata, mergeParts, withoutNulls, type AccountChange, type AccountProfile } from '#contracts';
import type { AccountEvent } from './events';
import type { AccountState, HeldKey, Invitation, KnownAccount, Member } from './state';

/** The state after one more fact. Never throws and never checks. */
export function evolve(state: AccountState, event: AccountEvent): AccountState {
  if (event.type === 'account.created') return begun(event.data);
  return state.status === 'none' ? state : changed(state, event);
}

function begun({ atMs, ...profile }: AccountProfile & { liveEnabled: boolean; atMs: number }): AccountState {
  return { status: 'active', ...profile, ...(profile.liveEnabled && { liveEnabledAtMs: atMs }), madeAtMs: atMs, keys: {} };
}

type Known = Exclude<AccountState, { status: 'none' }>;
type Later = Exclude<AccountEvent, { type: 'account.created' }>;

function changed(state: Known, event: Later): AccountState {
  if (isOfTeam(event)) return { ...state, ...withTeam(state, event) };
  if (isOfStatus(event)) return { ...state, status: STATUS_AFTER[event.type] };
  switch (event.type) {
    case 'account.updated':
      return applyChange(state, event.data);
    case 'account.live_enabled':
      return { ...state, liveEnabled: true, liveEnabledAtMs: event.data.atMs };
    case 'account.live_disabled':
      return { ...state, liveEnabled: false };
    case 'account.live_requested':
      return requested(state, event.data);
    default:
      return settled(state, event);
  }
}

type Internal = Extract<Later, { type: 'account.cleared' | 'account.rules_shared' | 'account.key_held' | 'account.keys_released' }>;

function settled(state: Known, event: Internal): AccountState {
  switch (event.type) {
    case 'account.cleared':
      return { ...state, isCleared: true };
    case 'account.rules_shared':
      return { ...state, shared: event.data };
    case 'account.key_held':
      return { ...state, keys: withKey(state.keys, event.data) };
    case 'account.keys_released':
      return { ...state, keys: withoutKeys(state.keys, event.data.keyIds) };
  }
}

const STATUS_AFTER = { 'account.suspended': 'suspended', 'account.resumed': 'active', 'account.closed': 'closed' } as const;

function isOfStatus(event: Later): event is Extract<Later, { type: keyof typeof STATUS_AFTER }> {
  return event.type in STATUS_AFTER;
}

function requested(state: Known, { atMs, ...words }: Extract<Later, { type: 'account.live_requested' }>['data']): Known {
  return { ...state, ...words, liveRequestedAtMs: atMs };
}

type TeamEvent = Extract<Later, { type: `account.member_${string}` | 'account.invitation_revoked' }>;
type Team = Pick<KnownAccount, 'members' | 'invitations'>;

function isOfTeam(event: Later): event is TeamEvent {
  return event.type.startsWith('account.member_') || event.type === 'account.invitation_revoked';
}

function withTeam({ members = {}, invitations = {} }: Known, { type, data }: TeamEvent): Team {
  switch (type) {
    case 'account.member_invited': {
      const { invitationId, ...invitation } = data;
      return { invitations: { ...invitations, [invitationId]: invitation satisfies Invitation } };
    }
    case 'account.invitation_revoked':
      return { invitations: without(invitations, data.invitationId) };
    case 'account.member_joined':
      return { members: { ...members, [data.userId]: joined(data) }, ...withoutInvitation(invitations, data.invitationId) };
    case 'account.member_updated':
      return { members: withRole(members, data) };
    case 'account.member_removed':
      return { members: without(members, data.userId) };
  }
}

function joined({ role, atMs: joinedAtMs, invitedBy }: Extract<TeamEvent, { type: 'account.member_joined' }>['data']): Member {
  return { role, joinedAtMs, ...(invitedBy !== undefined && { invitedBy }) };
}

function withoutInvitation(invitations: NonNullable<Team['invitations']>, id: string | undefined): Pick<Team, 'invitations'> {
  return id === undefined ? {} : { invitations: without(invitations, id) };
}

function withRole(members: NonNullable<Team['members']>, { userId, role }: { userId: string; role: Member['role'] }): Team['members'] {
  const member = members[userId];
  return member === undefined ? members : { ...members, [userId]: { ...member, role } };
}

function without<TValue>(record: Readonly<Record<string, TValue>>, key: string): Record<string, TValue> {
  const { [key]: _gone, ...left } = record;
  return left;
}

function withKey(keys: KnownAccount['keys'], { keyId, ...held }: HeldKey & { keyId: string }): KnownAccount['keys'] {
  const { takesPlaceOf } = held;
  if (takesPlaceOf === undefined) return { ...keys, [keyId]: held };
  const passedOn = Object.entries(keys).map(([id, key]) => [id, key.makerKeyId === takesPlaceOf ? { ...key, makerKeyId: keyId } : key]);
  return { ...(Object.fromEntries(passedOn) as KnownAccount['keys']), [keyId]: held };
}

function withoutKeys(keys: KnownAccount['keys'], released: readonly string[]): KnownAccount['keys'] {
  const left = Object.entries(keys).filter(([id]) => !released.includes(id));
  // With its predecessor gone it counts by itself.
  return Object.fromEntries(left.map(([id, key]) => [id, released.includes(key.takesPlaceOf ?? '') ? withoutPredecessor(key) : key]));
}

function withoutPredecessor({ takesPlaceOf: _gone, ...key }: HeldKey): HeldKey {
  return key;
}

/** Absent keeps, null empties; objects are merged key by key (docs/reference/api-conventions.md, Updates). */
export function applyChange<TAccount extends AccountProfile>(
  account: TAccount,
  { support, branding, rules, metadata, ...rest }: AccountChange,
): TAccount {
  const next = { ...account, ...rest };
  if (support !== undefined) next.support = mergeParts(account.support, support);
  if (branding !== undefined) next.branding = mergeParts(account.branding, branding);
  if (rules !== undefined) next.rules = mergeParts(account.rules, rules);
  if (metadata !== undefined) next.metadata = metadata === null ? undefined : mergeMetadata(account.metadata, metadata);
  return withoutNulls(next) as TAccount;
}
