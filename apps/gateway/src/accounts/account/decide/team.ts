import {
  INVITATIONS_MAX,
  MEMBERS_MAX,
  ROLES,
  TEAM_ROLES,
  type AccountCommand,
  type InviteMemberPayload,
  type OwnerInvitation,
  type Refusal,
  type Role,
} from '#contracts';
import { accept, refuse, type Decision } from '#decider';
import type { AccountEvent } from '../events';
import type { KnownAccount, Member } from '../state';

type TeamDecision = Decision<AccountEvent, Refusal>;
const TEAM_COMMANDS = [
  'accounts.claim',
  'accounts.invite_member',
  'accounts.revoke_invitation',
  'accounts.accept_invitation',
  'accounts.change_member',
  'accounts.remove_member',
  'accounts.hand_over',
] as const;
/** A command about members and invitations. */
export type TeamCommand = Extract<AccountCommand, { type: (typeof TEAM_COMMANDS)[number] }>;
type PayloadOf<TType extends TeamCommand['type']> = Extract<TeamCommand, { type: TType }>['payload'];

/** Whether a command is about who belongs to the account. */
export function isTeamCommand(command: AccountCommand): command is TeamCommand {
  return (TEAM_COMMANDS as readonly string[]).includes(command.type);
}

/** The event of the person whose account it is from now on. */
export function firstOwner(userId: string, atMs: number): AccountEvent {
  return { type: 'account.member_joined', data: { userId, role: 'owner', atMs } };
}

/** The event of an invitation to own an account that an operator makes. */
export function invitedOwner(invitation: OwnerInvitation): AccountEvent {
  return { type: 'account.member_invited', data: { ...invitation, role: 'owner', invitedBy: null } };
}

/** What a command about members and invitations leads to. There is always an owner, once there was one. */
export function decideTeam(command: TeamCommand, account: KnownAccount, nowMs: number): TeamDecision {
  switch (command.type) {
    case 'accounts.claim':
      return membersOf(account).length > 0 ? refuse({ code: 'link_invalid' }) : accept([firstOwner(command.payload.userId, nowMs)]);
    case 'accounts.invite_member':
      return invite(command.payload, account, nowMs);
    case 'accounts.revoke_invitation':
      return revoke(command.payload, account);
    case 'accounts.accept_invitation':
      return join(command.payload, account, nowMs);
    case 'accounts.change_member':
      return changeRole(command.payload, account);
    case 'accounts.remove_member':
      return remove(command.payload, account);
    case 'accounts.hand_over':
      return handOver(command.payload, account);
  }
}

function invite({ invitationId, role, userId, by, expiresAtMs }: InviteMemberPayload, account: KnownAccount, nowMs: number): TeamDecision {
  const problem = by === null ? null : mayGive(account, by, role);
  if (problem !== null) return refuse(problem);
  if (userId !== undefined && ownOf(account.members, userId) !== undefined) return refuse({ code: 'already_member' });
  const waiting = Object.values(account.invitations ?? {}).filter((one) => one.expiresAtMs > nowMs);
  if (waiting.length >= INVITATIONS_MAX) return tooMany(`${INVITATIONS_MAX} invitations that wait to be accepted`);
  return accept([{ type: 'account.member_invited', data: { invitationId, role, invitedBy: by, expiresAtMs } }], 201);
}

function revoke({ invitationId, by }: PayloadOf<'accounts.revoke_invitation'>, account: KnownAccount): TeamDecision {
  const invitation = ownOf(account.invitations, invitationId);
  if (invitation === undefined) return refuse({ code: 'resource_missing', details: { param: 'id' } });
  const problem = by === null ? null : mayGive(account, by, invitation.role);
  return problem === null ? accept([{ type: 'account.invitation_revoked', data: { invitationId } }]) : refuse(problem);
}

function join({ invitationId, userId }: PayloadOf<'accounts.accept_invitation'>, account: KnownAccount, nowMs: number): TeamDecision {
  const invitation = ownOf(account.invitations, invitationId);
  if (invitation === undefined || invitation.expiresAtMs <= nowMs) return refuse({ code: 'link_invalid' });
  if (ownOf(account.members, userId) !== undefined) return refuse({ code: 'already_member' });
  if (membersOf(account).length >= MEMBERS_MAX) return tooMany(`${MEMBERS_MAX} members`);
  const { role, invitedBy } = invitation;
  const by = invitedBy === null ? {} : { invitedBy };
  return accept([{ type: 'account.member_joined', data: { userId, role, atMs: nowMs, invitationId, ...by } }]);
}

function changeRole({ userId, role, by }: PayloadOf<'accounts.change_member'>, account: KnownAccount): TeamDecision {
  const member = ownOf(account.members, userId);
  if (member === undefined) return missing();
  const problem = mayGive(account, by, member.role) ?? mayGive(account, by, role);
  if (problem !== null) return refuse(problem);
  if (member.role === role) return accept([]);
  if (isLastOwner(account, userId)) return refuse({ code: 'last_owner' });
  return accept([{ type: 'account.member_updated', data: { userId, role } }, ...takenBack(account, userId, role)]);
}

function remove({ userId, by }: PayloadOf<'accounts.remove_member'>, account: KnownAccount): TeamDecision {
  const member = ownOf(account.members, userId);
  if (member === undefined) return missing();
  const problem = userId === by ? null : mayGive(account, by, member.role);
  if (problem !== null) return refuse(problem);
  if (isLastOwner(account, userId)) return refuse({ code: 'last_owner' });
  return accept([{ type: 'account.member_removed', data: { userId, role: member.role } }, ...takenBack(account, userId, undefined)]);
}

function handOver({ userId, by }: PayloadOf<'accounts.hand_over'>, account: KnownAccount): TeamDecision {
  if (ownOf(account.members, by)?.role !== 'owner') return refuse(insufficient(['owner']));
  if (ownOf(account.members, userId) === undefined) return missing();
  if (userId === by) return accept([]);
  return accept([
    { type: 'account.member_updated', data: { userId, role: 'owner' } },
    { type: 'account.member_updated', data: { userId: by, role: 'admin' } },
    ...takenBack(account, by, 'admin'),
  ]);
}

/** Invitations of a member whose role may not give them any more: with one to a second address, a removed member could join again. */
function takenBack({ invitations = {} }: KnownAccount, userId: string, role: Role | undefined): AccountEvent[] {
  const own = Object.entries(invitations).filter(([, { invitedBy }]) => invitedBy === userId);
  const ended = own.filter(([, invitation]) => refusalOf(role, invitation.role) !== null);
  return ended.map(([invitationId]) => ({ type: 'account.invitation_revoked', data: { invitationId } }));
}

/** Nobody gives a role, or takes one, that is above the own one. */
function mayGive(account: KnownAccount, by: string, role: Role): Refusal | null {
  return refusalOf(ownOf(account.members, by)?.role, role);
}

function refusalOf(own: Role | undefined, role: Role): Refusal | null {
  const teamRoles: readonly Role[] = TEAM_ROLES;
  if (own === undefined || !teamRoles.includes(own)) return insufficient(teamRoles);
  return ROLES.indexOf(own) <= ROLES.indexOf(role) ? null : insufficient(['owner']);
}

function isLastOwner(account: KnownAccount, userId: string): boolean {
  const owners = membersOf(account).filter(([, { role }]) => role === 'owner');
  return owners.length === 1 && owners[0]?.[0] === userId;
}

/** Ids come from callers: every object has something called `constructor`, which is no member. */
function ownOf<TValue>(record: Readonly<Record<string, TValue>> = {}, id: string): TValue | undefined {
  return Object.hasOwn(record, id) ? record[id] : undefined;
}

function membersOf(account: KnownAccount): [string, Member][] {
  return Object.entries(account.members ?? {});
}

function insufficient(roles: readonly Role[]): Refusal {
  return { code: 'role_insufficient', details: { message: `Your role in the account does not allow this; ${roles.join(' and ')} may.` } };
}

function missing(): TeamDecision {
  return refuse({ code: 'resource_missing', details: { param: 'user_id' } });
}

function tooMany(what: string): TeamDecision {
  return refuse({ code: 'limit_exceeded', details: { message: `An account has at most ${what}.` } });
}
