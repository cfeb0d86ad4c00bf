import { API_KEYS_MAX, IDLE_API_KEYS_MAX, type AccountCommand, type CommandBody, type HoldKeyOfAccountPayload } from '#contracts';
import { replay } from '#decider';
import fc from 'fast-check';
import { decide } from './decide';
import type { AccountEvent } from './events';
import { evolve } from './evolve';
import { INITIAL_ACCOUNT, type AccountState } from './state';

const NOW_MS = 5_000;
const NOTE = { operator: { note: 'checked by phone' } };

type Body = CommandBody<AccountCommand>;
const create: Body = { type: 'accounts.create', payload: { name: 'Acme', liveEnabled: false } };
const INVITATION = { invitationId: 'invite_1', expiresAtMs: 9 };
const hold = (more: Partial<HoldKeyOfAccountPayload> = {}): Body => ({
  type: 'accounts.hold_key',
  payload: { keyId: 'key_1', livemode: false, idleKeyIds: [], ...more },
});
const requestLive = (by = 'usr_1', website = 'https://acme.example.com'): Body => ({
  type: 'accounts.request_live',
  payload: { legalName: 'Acme Private Limited', website, by },
});
const close = (by = 'usr_1', name = 'Acme'): Body => ({ type: 'accounts.close', payload: { name, by } });
const release = (keyId: string, takesAlong = true): Body => ({ type: 'accounts.release_key', payload: { keyId, takesAlong } });

const CREATED: AccountEvent = { type: 'account.created', data: { name: 'Acme', liveEnabled: false, atMs: 1 } };
const LIVE: AccountEvent = { type: 'account.live_enabled', data: { atMs: 2, note: 'checked' } };
const SUSPENDED: AccountEvent = { type: 'account.suspended', data: { note: 'fraud' } };
const OWNER: AccountEvent = { type: 'account.member_joined', data: { userId: 'usr_1', role: 'owner', atMs: 1 } };
const ADMIN: AccountEvent = { type: 'account.member_joined', data: { userId: 'usr_2', role: 'admin', atMs: 1 } };
const CLOSED: AccountEvent = { type: 'account.closed', data: { by: 'usr_1', atMs: 3 } };
const held = (keyId: string, more: Partial<HoldKeyOfAccountPayload> = {}): AccountEvent => ({
  type: 'account.key_held',
  data: { keyId, livemode: false, ...more },
});
const after = (...events: AccountEvent[]): AccountState => replay({ initialState: INITIAL_ACCOUNT, evolve }, events);
const decided = (given: AccountEvent[], command: Body) => decide(command as AccountCommand, after(...given), NOW_MS);

/** Given these events, when this is asked: the types of the events that follow, or the code and parameter of the refusal. */
function outcome(given: AccountEvent[], command: Body): string[] | string {
  const decision = decided(given, command);
  if (decision.accepted) return decision.events.map(({ type }) => type);
  return `${decision.refusal.code} ${decision.refusal.details?.param ?? ''}`.trim();
}

describe('the table of accounts: every command in every state', () => {
  const missing = 'resource_missing id';
  const closed = 'state_conflict id';
  const exists = 'resource_already_exists';
  const GIVEN = [[], [CREATED, OWNER], [CREATED, OWNER, LIVE], [CREATED, OWNER, SUSPENDED], [CREATED, OWNER, CLOSED]];
  it.each<[Body, ...unknown[]]>([
    //             none                    in test mode                live                         suspended       closed
    [create, ['account.created'], exists, exists, exists, exists],
    [{ type: 'accounts.update', payload: { name: 'Acme' } }, missing, [], [], [], closed],
    [
      { type: 'accounts.update', payload: { name: 'Acme Ltd' } },
      ...[missing, ['account.updated'], ['account.updated'], ['account.updated'], closed],
    ],
    [{ type: 'accounts.enable_live', payload: NOTE }, missing, ['account.live_enabled'], [], ['account.live_enabled'], closed],
    [{ type: 'accounts.disable_live', payload: NOTE }, missing, [], ['account.live_disabled'], [], closed],
    [{ type: 'accounts.suspend', payload: NOTE }, missing, ['account.suspended'], ['account.suspended'], [], closed],
    [{ type: 'accounts.resume', payload: NOTE }, missing, [], [], ['account.resumed'], closed],
    [requestLive(), missing, ['account.live_requested'], [], ['account.live_requested'], closed],
    [close(), missing, ['account.closed'], ['account.closed'], ['account.closed'], []],
    [{ type: 'accounts.record_cleared', payload: {} }, missing, [], [], [], ['account.cleared']],
    [
      { type: 'accounts.record_shared', payload: { afterDunning: 'cancel' } },
      ...[missing, ['account.rules_shared'], ['account.rules_shared'], ['account.rules_shared'], []],
    ],
    [hold(), missing, ['account.key_held'], ['account.key_held'], 'account_suspended', closed],
    [hold({ livemode: true }), missing, 'live_mode_not_enabled', ['account.key_held'], 'account_suspended', closed],
    [release('key_1'), missing, [], [], [], []],
  ])('%j', (command, ...expected) => {
    expect(GIVEN.map((given) => outcome(given, command))).toEqual(expected);
  });
});

describe('what only owners may ask of an account', () => {
  it('is live mode, for a name and a website: the same again changes nothing, another website does', () => {
    expect(outcome([CREATED, OWNER, ADMIN], requestLive('usr_2'))).toBe('role_insufficient');
    const first = decided([CREATED, OWNER], requestLive());
    const events = first.accepted ? first.events : [];
    expect(events).toEqual([
      {
        type: 'account.live_requested',
        data: { legalName: 'Acme Private Limited', website: 'https://acme.example.com', atMs: NOW_MS },
      },
    ]);
    expect(outcome([CREATED, OWNER, ...events], requestLive())).toEqual([]);
    expect(outcome([CREATED, OWNER, ...events], requestLive('usr_1', 'https://acme.example.org'))).toEqual(['account.live_requested']);
  });

  it('is its end, with its name typed', () => {
    expect(outcome([CREATED, OWNER, ADMIN], close('usr_2'))).toBe('role_insufficient');
    expect(outcome([CREATED, OWNER], close('usr_1', 'acme'))).toBe('parameter_invalid name');
    expect(outcome([CREATED, OWNER], close('usr_9'))).toBe('role_insufficient');
  });
});

describe('a closed account', () => {
  const CLEARED: AccountEvent = { type: 'account.cleared', data: {} };

  it('lets go of its keys, and is cleared once', () => {
    const given = [CREATED, OWNER, held('key_1'), CLOSED];
    expect(outcome(given, release('key_1'))).toEqual(['account.keys_released']);
    expect(outcome([...given, CLEARED], { type: 'accounts.record_cleared', payload: {} })).toEqual([]);
  });

  it('keeps its members as they are, and takes no other', () => {
    const given = [CREATED, OWNER, ADMIN, CLOSED];
    expect(outcome(given, { type: 'accounts.change_member', payload: { userId: 'usr_2', role: 'viewer', by: 'usr_1' } })).toBe(
      'state_conflict id',
    );
    expect(outcome(given, { type: 'accounts.accept_invitation', payload: { invitationId: 'invite_1', userId: 'usr_3' } })).toBe(
      'link_invalid',
    );
    expect(outcome(given, { type: 'accounts.claim', payload: { userId: 'usr_3' } })).toBe('link_invalid');
  });
});

describe('an account that an operator makes for somebody', () => {
  it('is created together with the invitation of its owner', () => {
    const decision = decided([], { type: 'accounts.create', payload: { name: 'Acme', liveEnabled: false, ownerInvitation: INVITATION } });
    expect(decision.accepted && decision.events).toEqual([
      { type: 'account.created', data: { name: 'Acme', liveEnabled: false, atMs: NOW_MS } },
      { type: 'account.member_invited', data: { ...INVITATION, role: 'owner', invitedBy: null } },
    ]);
  });
});

describe('the keys of an account', () => {
  const many = (count: number, more: Partial<HoldKeyOfAccountPayload> = {}): AccountEvent[] =>
    Array.from({ length: count }, (_, index) => held(`key_${index + 1}`, more));

  it('(30) are at most fifty in each mode that have not ended', () => {
    const full = [CREATED, LIVE, ...many(API_KEYS_MAX)];
    expect(outcome(full, hold({ keyId: 'key_51' }))).toBe('limit_exceeded id');
    expect(outcome(full, hold({ keyId: 'key_51', livemode: true }))).toEqual(['account.key_held']);
    expect(outcome([...full, { type: 'account.keys_released', data: { keyIds: ['key_7'] } }], hold({ keyId: 'key_51' }))).toEqual([
      'account.key_held',
    ]);
  });

  it('are at most twenty that are not used', () => {
    const idleKeyIds = many(IDLE_API_KEYS_MAX).map(({ data }) => (data as { keyId: string }).keyId);
    const given = [CREATED, ...many(IDLE_API_KEYS_MAX)];
    expect(outcome(given, hold({ keyId: 'key_21', idleKeyIds }))).toBe('limit_exceeded id');
    expect(outcome(given, hold({ keyId: 'key_21', idleKeyIds: idleKeyIds.slice(1) }))).toEqual(['account.key_held']);
    expect(outcome([CREATED], hold({ keyId: 'key_21', idleKeyIds }))).toEqual(['account.key_held']);
  });

  it('can be replaced at the limit, and count as one until the old one has ended', () => {
    const full = [CREATED, ...many(API_KEYS_MAX)];
    const rolled = [...full, held('key_new', { takesPlaceOf: 'key_1' })];
    expect(outcome(full, hold({ keyId: 'key_new', takesPlaceOf: 'key_1' }))).toEqual(['account.key_held']);
    expect(outcome(rolled, hold({ keyId: 'key_more' }))).toBe('limit_exceeded id');
    const ended = [...rolled, { type: 'account.keys_released', data: { keyIds: ['key_1'] } } as const];
    expect(outcome(ended, hold({ keyId: 'key_more' }))).toBe('limit_exceeded id');
    expect(outcome([...ended, { type: 'account.keys_released', data: { keyIds: ['key_2'] } }], hold({ keyId: 'key_more' }))).toEqual([
      'account.key_held',
    ]);
  });

  it('(28) take along those that they made, and those that these made', () => {
    const given = [CREATED, held('key_1'), held('key_2', { makerKeyId: 'key_1' }), held('key_3', { makerKeyId: 'key_2' }), held('key_4')];
    const decision = decided(given, release('key_1'));
    expect(decision.accepted && decision.events).toEqual([
      { type: 'account.keys_released', data: { keyIds: ['key_1', 'key_2', 'key_3'] } },
    ]);
    expect(decision.accepted && decision.followUps).toEqual(
      ['key_2', 'key_3'].map((streamId) => ({ streamId, type: 'api_keys.revoke', payload: { reason: 'maker_revoked' }, livemode: false })),
    );
    const alone = decided(given, release('key_1', false));
    expect(alone.accepted && alone.followUps).toEqual([]);
  });

  it('(28) pass what they made on to the key that takes their place, and keep their own maker', () => {
    const given = [CREATED, held('key_1'), held('key_2', { makerKeyId: 'key_1' }), held('key_3', { makerKeyId: 'key_2' })];
    const decision = decided(given, hold({ keyId: 'key_new', takesPlaceOf: 'key_2' }));
    const events = decision.accepted ? decision.events : [];
    expect(events).toEqual([held('key_new', { takesPlaceOf: 'key_2', makerKeyId: 'key_1' })]);
    const state = after(...given, ...events);
    expect(state.status !== 'none' && state.keys.key_3?.makerKeyId).toBe('key_new');
  });

  it('never pass the limit, whatever comes and goes', () => {
    const step = fc.record({ isHeld: fc.boolean(), number: fc.integer({ min: 1, max: 70 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const events: AccountEvent[] = [CREATED];
        for (const { isHeld, number } of steps) {
          const decision = decided(events, isHeld ? hold({ keyId: `key_${number}` }) : release(`key_${number}`));
          if (decision.accepted) events.push(...decision.events);
        }
        const state = after(...events);
        expect(Object.keys(state.status === 'none' ? {} : state.keys).length).toBeLessThanOrEqual(API_KEYS_MAX);
      }),
      { numRuns: 50 },
    );
  });
});
