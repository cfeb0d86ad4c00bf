import type { ApiKeyCommand, CreateApiKeyPayload, RollApiKeyPayload } from '#contracts';
import { replay } from '#decider';
import { decide } from './decide';
import type { ApiKeyEvent } from './events';
import { evolve } from './evolve';
import { INITIAL_API_KEY, type ApiKeyState } from './state';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const NOW_MS = 1_000 * DAY_MS;
const KEY = 'key_0QvAb12c07ABCDEFGHIJKLMN';
const NEXT = 'key_0QvAb12c07NNNNNNNNNNNNNN';
const MAKER = 'key_0QvAb12c07MMMMMMMMMMMMMM';

type Type = ApiKeyCommand['type'];
type Payload<TType extends Type> = Extract<ApiKeyCommand, { type: TType }>['payload'];
const asked = <TType extends Type>(
  type: TType,
  payload: Payload<TType>,
  by: { kind: string; id: string } = { kind: 'operator', id: 'asha' },
) => ({ type, payload, streamId: KEY, actor: { ...by, address: null } }) as unknown as ApiKeyCommand;

const TERMS: CreateApiKeyPayload = {
  ...{ kind: 'restricted', name: 'Nightly export', scopes: ['payments:read'], allowedAddresses: [], hint: 'rk_test_0QvA…QmVp' },
  ...{ metadata: { team: 'data' }, sealedText: '~s1.key.text', idleKeyIds: [] },
};
const create = (terms: Partial<CreateApiKeyPayload> = {}) => asked('api_keys.create', { ...TERMS, ...terms });
const update = (payload: Payload<'api_keys.update'>) => asked('api_keys.update', payload);
const roll = (more: Partial<RollApiKeyPayload> = {}, by?: { kind: string; id: string }) =>
  asked('api_keys.roll', { newKeyId: NEXT, sealedText: '~s1.next.text', hint: 'rk_test_0QvA…Next', overlapSeconds: 3_600, ...more }, by);
const revoke = asked('api_keys.revoke', { reason: 'requested' });
const noteExpiring = (days: number, isUsed = true) => asked('api_keys.note_expiring', { days, isUsed });
const end = asked('api_keys.end', {});

const { sealedText: _text, idleKeyIds: _idle, ...KNOWN } = TERMS;
const created = (more: Partial<ApiKeyState> = {}): ApiKeyEvent => ({
  type: 'api_key.created',
  data: { ...KNOWN, createdBy: { kind: 'operator', id: 'asha' }, atMs: NOW_MS - DAY_MS, ...more },
});
const EXPIRING = created({ expiresAtMs: NOW_MS });
const ROLLED: ApiKeyEvent = { type: 'api_key.rolled', data: { rolledTo: NEXT, endsAtMs: NOW_MS } };
const EXPIRED: ApiKeyEvent = { type: 'api_key.expired', data: {} };
const REVOKED: ApiKeyEvent = { type: 'api_key.revoked', data: { reason: 'requested', atMs: NOW_MS - 1 } };
const after = (...events: ApiKeyEvent[]): ApiKeyState => replay({ initialState: INITIAL_API_KEY, evolve }, events);

/** Given these events, when this is asked: the types of the events that follow, or the code and parameter of the refusal. */
function outcome(given: ApiKeyEvent[], command: ApiKeyCommand): string[] | string {
  const decision = decide(command, after(...given), NOW_MS);
  if (decision.accepted) return decision.events.map(({ type }) => type);
  return `${decision.refusal.code} ${decision.refusal.details?.param ?? ''}`.trim();
}

describe('the table of API keys: every command in every state', () => {
  const GIVEN = [[], [created()], [EXPIRING], [created(), ROLLED], [EXPIRING, EXPIRED], [created(), REVOKED]];
  const [missing, exists, over] = ['resource_missing id', 'resource_already_exists', 'state_conflict id'];
  it.each<[ApiKeyCommand, ...unknown[]]>([
    //                              none                     in use                  at its end              rolled                   expired  revoked
    [create(), ['api_key.created'], exists, exists, exists, exists, exists],
    [update({ name: 'Weekly export' }), missing, ['api_key.updated'], ['api_key.updated'], ['api_key.updated'], over, over],
    [update({ name: 'Nightly export' }), missing, [], [], [], over, over],
    [roll(), missing, ['api_key.rolled'], ['api_key.rolled', 'api_key.revoked'], 'key_already_rolled id', over, over],
    [revoke, missing, ['api_key.revoked'], ['api_key.revoked'], ['api_key.revoked'], [], []],
    [noteExpiring(7), missing, [], ['api_key.expiring'], ['api_key.expiring'], [], []],
    [noteExpiring(7, false), missing, [], ['api_key.expiring_unused'], ['api_key.expiring_unused'], [], []],
    [end, missing, [], ['api_key.expired'], ['api_key.revoked'], [], []],
    [asked('api_keys.record_text_destroyed', {}), missing, [], [], [], ['api_key.text_destroyed'], ['api_key.text_destroyed']],
  ])('%j', (command, ...expected) => {
    expect(GIVEN.map((given) => outcome(given, command))).toEqual(expected);
  });
});

describe('an API key', () => {
  it('keeps nothing of its text, and who made it', () => {
    const decision = decide(create(), INITIAL_API_KEY, NOW_MS);
    const data = { ...KNOWN, createdBy: { kind: 'operator', id: 'asha' }, atMs: NOW_MS };
    expect(decision).toEqual({ accepted: true, status: 201, events: [{ type: 'api_key.created', data }] });
  });

  it('answers 201 where it is new, and 200 where it takes the place of another', () => {
    const statuses = [create(), create({ rolledFrom: NEXT })].map((command) => decide(command, INITIAL_API_KEY, NOW_MS));
    expect(statuses).toMatchObject([{ status: 201 }, { status: 200 }]);
  });

  it.each([
    [NOW_MS + HOUR_MS - 1, 'parameter_invalid expires_at'],
    [NOW_MS + HOUR_MS, ['api_key.created']],
  ])('that ends at %i: %j', (expiresAtMs, expected) => expect(outcome([], create({ expiresAtMs }))).toEqual(expected));

  it('(28) that is secret is neither made nor rolled by a key', () => {
    const byKey = { kind: 'api_key', id: MAKER };
    expect(outcome([], asked('api_keys.create', { ...TERMS, kind: 'secret' }, byKey))).toBe('session_only kind');
    expect(outcome([created({ kind: 'secret' })], roll({}, byKey))).toBe('session_only kind');
    expect(outcome([created()], roll({}, byKey))).toEqual(['api_key.rolled']);
  });

  it('does not roll itself', () => expect(outcome([created()], roll({}, { kind: 'api_key', id: KEY }))).toBe('key_restricted'));

  it('(25) that was rolled works until its overlap is over, and no longer than it would have', () => {
    const endOf = (given: ApiKeyEvent): unknown => {
      const decision = decide(roll(), after(given), NOW_MS);
      return decision.accepted && decision.events[0]?.data;
    };
    expect(endOf(created())).toEqual({ rolledTo: NEXT, endsAtMs: NOW_MS + HOUR_MS });
    const soon = { expiresAtMs: NOW_MS + 1_000 } as Partial<ApiKeyState>;
    expect(endOf(created(soon))).toEqual({ rolledTo: NEXT, endsAtMs: NOW_MS + 1_000 });
  });

  it('that is rolled without an overlap ends at once', () => {
    expect(outcome([created()], roll({ overlapSeconds: 0 }))).toEqual(['api_key.rolled', 'api_key.revoked']);
    expect(after(created(), ROLLED, { type: 'api_key.revoked', data: { reason: 'rolled', atMs: NOW_MS } })).toMatchObject({
      ...{ status: 'revoked', reason: 'rolled', rolledTo: NEXT },
    });
  });

  it('that was rolled ends when that says so: its end is not moved', () => {
    expect(outcome([created(), ROLLED], update({ expiresAtMs: null }))).toBe('key_already_rolled id');
  });

  it('has scopes when it is restricted, and none otherwise', () => {
    expect(outcome([created({ kind: 'secret' })], update({ scopes: [] }))).toBe('parameter_invalid scopes');
    expect(outcome([created()], update({ scopes: ['refunds:read'] }))).toEqual(['api_key.updated']);
  });

  it('(26) is looked at before its end once for each notice, and anew when its end is moved', () => {
    const looked: ApiKeyEvent = { type: 'api_key.expiring', data: { days: 1 } };
    expect([7, 1].map((days) => outcome([EXPIRING, looked], noteExpiring(days)))).toEqual([[], []]);
    const moved: ApiKeyEvent = { type: 'api_key.updated', data: { expiresAtMs: NOW_MS + 30 * DAY_MS } };
    expect(outcome([EXPIRING, looked, moved], noteExpiring(7))).toEqual(['api_key.expiring']);
  });

  it('has at most fifty keys of metadata after a change', () => {
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`key_${index}`, index]));
    expect(outcome([created()], update({ metadata }))).toBe('metadata_invalid metadata');
    expect(outcome([created()], update({ metadata: { ...metadata, team: null } }))).toEqual(['api_key.updated']);
  });
});
