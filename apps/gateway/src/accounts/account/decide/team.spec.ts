import { INVITATIONS_MAX, ROLES, type AccountCommand, type CommandBody, type Role } from '#contracts';
import { replay } from '#decider';
import fc from 'fast-check';
import { decide } from '../decide';
import type { AccountEvent } from '../events';
import { evolve } from '../evolve';
import { INITIAL_ACCOUNT, type AccountState } from '../state';

const NOW_MS = 5_000;
type Body = CommandBody<AccountCommand>;

const CREATED: AccountEvent = { type: 'account.created', data: { name: 'Acme', liveEnabled: false, atMs: 1 } };
const joined = (userId: string, role: Role): AccountEvent => ({ type: 'account.member_joined', data: { userId, role, atMs: 2 } });
const TEAM = [CREATED, joined('usr_owner', 'owner'), joined('usr_admin', 'admin'), joined('usr_developer', 'developer')];
const INVITED: AccountEvent = {
  type: 'account.member_invited',
  data: { invitationId: 'invite_1', role: 'support', invitedBy: 'usr_admin', expiresAtMs: NOW_MS + 1 },
};

const invite = (role: Role, by: string | null, userId?: string): Body => ({
  type: 'accounts.invite_member',
  payload: { invitationId: 'invite_2', role, by, expiresAtMs: NOW_MS + 1, ...(userId && { userId }) },
});
const accepting = (userId: string, invitationId = 'invite_1'): Body => ({
  type: 'accounts.accept_invitation',
  payload: { invitationId, userId },
});
const change = (userId: string, role: Role, by: string): Body => ({ type: 'accounts.change_member', payload: { userId, role, by } });
const remove = (userId: string, by: string): Body => ({ type: 'accounts.remove_member', payload: { userId, by } });

const after = (...events: AccountEvent[]): AccountState => replay({ initialState: INITIAL_ACCOUNT, evolve }, events);
const decided = (given: AccountEvent[], command: Body, nowMs = NOW_MS) => decide(command as AccountCommand, after(...given), nowMs);

/** The types of the events that follow, or the code of the refusal. */
function outcome(given: AccountEvent[], command: Body, nowMs = NOW_MS): string[] | string {
  const decision = decided(given, command, nowMs);
  return decision.accepted ? decision.events.map(({ type }) => type) : decision.refusal.code;
}

describe('the members of an account', () => {
  it('begin with the owner for whom it was made', () => {
    const create: Body = { type: 'accounts.create', payload: { name: 'Acme', liveEnabled: false, ownerId: 'usr_owner' } };
    const decision = decided([], create);
    expect(decision.accepted && decision.events).toEqual([
      { type: 'account.created', data: { name: 'Acme', liveEnabled: false, atMs: NOW_MS } },
      { type: 'account.member_joined', data: { userId: 'usr_owner', role: 'owner', atMs: NOW_MS } },
    ]);
  });

  it('are claimed once', () => {
    const claim: Body = { type: 'accounts.claim', payload: { userId: 'usr_owner' } };
    expect(outcome([CREATED], claim)).toEqual(['account.member_joined']);
    expect(outcome(TEAM, claim)).toBe('link_invalid');
  });

  it.each<[string, Body, string | string[]]>([
    ['an owner invites an owner', invite('owner', 'usr_owner'), ['account.member_invited']],
    ['an admin invites an admin', invite('admin', 'usr_admin'), ['account.member_invited']],
    ['(11) an admin invites no owner', invite('owner', 'usr_admin'), 'role_insufficient'],
    ['an owner invites a user of another account', invite('viewer', 'usr_owner', 'usr_new'), ['account.member_invited']],
    ['an owner invites no member', invite('viewer', 'usr_owner', 'usr_developer'), 'already_member'],
    ['an operator invites anybody', invite('owner', null), ['account.member_invited']],
    ['a developer invites no one', invite('viewer', 'usr_developer'), 'role_insufficient'],
    ['a stranger invites no one', invite('viewer', 'usr_stranger'), 'role_insufficient'],
    ['(11) an admin makes no owner', change('usr_developer', 'owner', 'usr_admin'), 'role_insufficient'],
    ['(11) an admin does not make themselves owner', change('usr_admin', 'owner', 'usr_admin'), 'role_insufficient'],
    ['an admin takes nothing from an owner', change('usr_owner', 'viewer', 'usr_admin'), 'role_insufficient'],
    ['an admin does not remove an owner', remove('usr_owner', 'usr_admin'), 'role_insufficient'],
    ['an admin changes a developer', change('usr_developer', 'support', 'usr_admin'), ['account.member_updated']],
    ['the same role again changes nothing', change('usr_developer', 'developer', 'usr_admin'), []],
    ['anybody may leave', remove('usr_developer', 'usr_developer'), ['account.member_removed']],
    ['a developer removes no one else', remove('usr_admin', 'usr_developer'), 'role_insufficient'],
    ['(10) the last owner does not leave', remove('usr_owner', 'usr_owner'), 'last_owner'],
    ['(10) the last owner is not demoted', change('usr_owner', 'admin', 'usr_owner'), 'last_owner'],
    ['who is no member is not changed', change('usr_stranger', 'viewer', 'usr_owner'), 'resource_missing'],
    ['who is no member is not removed', remove('usr_stranger', 'usr_owner'), 'resource_missing'],
  ])('%s', (_what, command, expected) => {
    expect(outcome(TEAM, command)).toEqual(expected);
  });

  it('(10) keep one owner of two, whichever goes first', () => {
    const two = [...TEAM, joined('usr_second', 'owner')];
    const first = decided(two, remove('usr_owner', 'usr_owner'));
    expect(outcome([...two, ...(first.accepted ? first.events : [])], change('usr_second', 'admin', 'usr_second'))).toBe('last_owner');
  });

  it('are handed over by an owner alone', () => {
    const handOver = (userId: string, by: string): Body => ({ type: 'accounts.hand_over', payload: { userId, by } });
    const decision = decided(TEAM, handOver('usr_admin', 'usr_owner'));
    const state = after(...TEAM, ...(decision.accepted ? decision.events : []));
    expect(state.status !== 'none' && [state.members?.usr_admin?.role, state.members?.usr_owner?.role]).toEqual(['owner', 'admin']);
    expect(outcome(TEAM, handOver('usr_developer', 'usr_admin'))).toBe('role_insufficient');
    for (const userId of ['usr_stranger', 'constructor', '__proto__']) {
      expect([userId, outcome(TEAM, handOver(userId, 'usr_owner'))]).toEqual([userId, 'resource_missing']);
    }
  });

  it('always have an owner, whatever is asked', () => {
    // The last ones are words that every object of the language knows.
    const user = fc.constantFrom('usr_owner', 'usr_admin', 'usr_developer', 'constructor', '__proto__');
    const command = fc.oneof(
      fc.tuple(user, fc.constantFrom(...ROLES), user).map(([userId, role, by]) => change(userId, role, by)),
      fc.tuple(user, user).map(([userId, by]) => remove(userId, by)),
      fc.tuple(user, user).map(([userId, by]): Body => ({ type: 'accounts.hand_over', payload: { userId, by } })),
    );
    fc.assert(
      fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
        const events = [...TEAM];
        for (const one of commands) {
          const decision = decided(events, one);
          if (decision.accepted) events.push(...decision.events);
        }
        const state = after(...events);
        const members = state.status === 'none' ? {} : (state.members ?? {});
        expect(Object.entries(members).some(([id, { role }]) => role === 'owner' && id.startsWith('usr_'))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

describe('the invitations of an account', () => {
  it('(12) make one member, in their time', () => {
    expect(outcome([...TEAM, INVITED], accepting('usr_new'))).toEqual(['account.member_joined']);
    expect(outcome([...TEAM, INVITED], accepting('usr_new'), NOW_MS + 1)).toBe('link_invalid');
    const first = decided([...TEAM, INVITED], accepting('usr_new'));
    expect(outcome([...TEAM, INVITED, ...(first.accepted ? first.events : [])], accepting('usr_other'))).toBe('link_invalid');
    expect(outcome(TEAM, accepting('usr_new', 'invite_9'))).toBe('link_invalid');
    expect(outcome([...TEAM, INVITED], accepting('usr_developer'))).toBe('already_member');
  });

  it('give the role and name the one who asked', () => {
    const decision = decided([...TEAM, INVITED], accepting('usr_new'));
    const state = after(...TEAM, INVITED, ...(decision.accepted ? decision.events : []));
    expect(state.status !== 'none' && [state.members?.usr_new, state.invitations]).toEqual([
      { role: 'support', joinedAtMs: NOW_MS, invitedBy: 'usr_admin' },
      {},
    ]);
  });

  it('can be taken back', () => {
    const revoke = (by: string): Body => ({ type: 'accounts.revoke_invitation', payload: { invitationId: 'invite_1', by } });
    expect(outcome([...TEAM, INVITED], revoke('usr_developer'))).toBe('role_insufficient');
    const decision = decided([...TEAM, INVITED], revoke('usr_admin'));
    const events = decision.accepted ? decision.events : [];
    expect(outcome([...TEAM, INVITED, ...events], accepting('usr_new'))).toBe('link_invalid');
    expect(outcome(TEAM, revoke('usr_admin'))).toBe('resource_missing');
  });

  it.each<[string, Role, Body, boolean]>([
    ['an owner who left', 'owner', remove('usr_owner', 'usr_second'), false],
    ['an owner who is an admin now', 'owner', change('usr_owner', 'admin', 'usr_second'), false],
    ['an owner who is an admin now, to be an admin', 'admin', change('usr_owner', 'admin', 'usr_second'), true],
    ['who handed the account over', 'owner', { type: 'accounts.hand_over', payload: { userId: 'usr_second', by: 'usr_owner' } }, false],
  ])('end with the right to give them: of %s', (_who, role, command, isLeft) => {
    const invited: AccountEvent = {
      type: 'account.member_invited',
      data: { invitationId: 'invite_1', role, invitedBy: 'usr_owner', expiresAtMs: NOW_MS + 1 },
    };
    const given = [...TEAM, joined('usr_second', 'owner'), invited];
    const decision = decided(given, command);
    const events = [...given, ...(decision.accepted ? decision.events : [])];
    expect(outcome(events, accepting('usr_new'))).toEqual(isLeft ? ['account.member_joined'] : 'link_invalid');
    const state = after(...events);
    expect(state.status !== 'none' && Object.keys(state.invitations ?? {})).toEqual(isLeft ? ['invite_1'] : []);
  });

  it('that wait are at most fifty', () => {
    const many = Array.from({ length: INVITATIONS_MAX }, (_, index): AccountEvent => ({
      type: 'account.member_invited',
      data: { invitationId: `invite_a${index}`, role: 'viewer', invitedBy: null, expiresAtMs: NOW_MS + 1 },
    }));
    expect(outcome([...TEAM, ...many], invite('viewer', 'usr_owner'))).toBe('limit_exceeded');
    expect(outcome([...TEAM, ...many], invite('viewer', 'usr_owner'), NOW_MS + 1)).toEqual(['account.member_invited']);
  });
});
