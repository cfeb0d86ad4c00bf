import type { AppCommand, AppTerms } from '#contracts';
import { replay } from '#decider';
import { decide } from './decide';
import type { AppEvent } from './events';
import { evolve } from './evolve';
import { INITIAL_APP, type AppState } from './state';

const NOW_MS = 1_000 * 86_400_000;
const HOUR_MS = 3_600_000;
const MAKER = { kind: 'api_key', id: 'key_0QvAb12c07ABCDEFGHIJKLMN', address: null } as const;

type Type = AppCommand['type'];
type Payload<TType extends Type> = Extract<AppCommand, { type: TType }>['payload'];
const asked = <TType extends Type>(type: TType, payload: Payload<TType>) => ({ type, payload, actor: MAKER }) as unknown as AppCommand;

const TERMS: AppTerms = {
  ...{ name: 'Books', clientType: 'confidential', redirectUris: ['https://books.example.com/back'], allowedScopes: ['payments:read'] },
  ...{ grantTypes: ['authorization_code', 'refresh_token'], authMethod: 'client_secret_basic', dpopRequired: false },
};
const JWKS = { keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'x' }] } as const;
const SECRET = { hint: 'ocs_test_0Qv…QmVp', sealedSecret: '~s1.app.text' };
const create = (terms: Partial<AppTerms> = {}) => asked('apps.create', { ...TERMS, ...terms, secret: SECRET });
const update = (change: Payload<'apps.update'>) => asked('apps.update', change);
const roll = (overlapSeconds = 3_600) => asked('apps.roll_secret', { secret: SECRET, overlapSeconds });
const verify = asked('apps.verify', { isVerified: true, operator: { note: 'known' } });
const remove = asked('apps.delete', {});
const cleared = asked('apps.record_cleared', {});

const created = (more: Partial<AppTerms> = {}): AppEvent => ({
  type: 'app.created',
  data: { ...TERMS, ...more, secretHint: 'ocs_test_0Qv…Old0', atMs: NOW_MS - HOUR_MS },
});
const DISABLED: AppEvent = { type: 'app.updated', data: { status: 'disabled' } };
const DELETED: AppEvent = { type: 'app.deleted', data: { atMs: NOW_MS - 1 } };
const CLEARED: AppEvent = { type: 'app.cleared', data: {} };
const after = (...events: AppEvent[]): AppState => replay({ initialState: INITIAL_APP, evolve }, events);

/** Given these events, when this is asked: the types of the events that follow, or the code and parameter of the refusal. */
function outcome(given: AppEvent[], command: AppCommand): string[] | string {
  const decision = decide(command, after(...given), NOW_MS);
  if (decision.accepted) return decision.events.map(({ type }) => type);
  return `${decision.refusal.code} ${decision.refusal.details?.param ?? ''}`.trim();
}

describe('the table of apps: every command in every state', () => {
  const GIVEN = [[], [created()], [created(), DISABLED], [created(), DELETED], [created(), DELETED, CLEARED]];
  const [missing, exists, over] = ['resource_missing id', 'resource_already_exists', 'state_conflict id'];
  it.each<[AppCommand, ...unknown[]]>([
    //                                  none               active                 disabled               deleted           cleared
    [create(), ['app.created'], exists, exists, exists, exists],
    [update({ name: 'Ledgers' }), missing, ['app.updated'], ['app.updated'], over, over],
    [update({ name: 'Books' }), missing, [], [], over, over],
    [roll(), missing, ['app.secret_rolled'], ['app.secret_rolled'], over, over],
    [verify, missing, ['app.verified'], ['app.verified'], over, over],
    [remove, missing, ['app.deleted'], ['app.deleted'], [], []],
    [cleared, missing, [], [], ['app.cleared'], []],
  ])('%j', (command, ...expected) => expect(GIVEN.map((given) => outcome(given, command))).toEqual(expected));
});

describe('an app', () => {
  it('keeps nothing of its secret but what is shown of it', () => {
    const data = { ...TERMS, secretHint: SECRET.hint, atMs: NOW_MS };
    expect(decide(create(), INITIAL_APP, NOW_MS)).toEqual({ accepted: true, status: 201, events: [{ type: 'app.created', data }] });
  });

  it.each<[string, Partial<AppTerms>]>([
    ['parameter_missing redirect_uris', { redirectUris: [] }],
    ['parameter_invalid token_endpoint_auth_method', { clientType: 'public' }],
    ['parameter_invalid token_endpoint_auth_method', { authMethod: 'none' }],
    ['parameter_invalid grant_types', { clientType: 'public', authMethod: 'none', grantTypes: ['client_credentials'] }],
    ['parameter_invalid grant_types', { grantTypes: ['refresh_token', 'client_credentials'] }],
    ['parameter_invalid jwks', { authMethod: 'private_key_jwt' }],
  ])('is refused with %s when it is made or changed to %j', (refusal, terms) => {
    expect(outcome([], create(terms))).toBe(refusal);
    expect(outcome([created()], update(terms))).toBe(refusal);
  });

  it('that proves itself by a key needs one, and has no secret', () => {
    expect(outcome([created()], update({ authMethod: 'private_key_jwt', jwks: JWKS }))).toEqual(['app.updated']);
    expect(outcome([created({ authMethod: 'private_key_jwt', jwks: JWKS })], update({ jwks: null }))).toBe('parameter_invalid jwks');
    expect(outcome([created({ authMethod: 'private_key_jwt', jwks: JWKS })], roll())).toBe('state_conflict id');
  });

  it.each([
    [3_600, NOW_MS + HOUR_MS],
    [0, null],
  ])('whose secret is rolled with an overlap of %i s lets the one of before work until %j', (overlap, previousEndsAtMs) => {
    const decision = decide(roll(overlap), after(created()), NOW_MS);
    const event = { type: 'app.secret_rolled', data: { secretHint: SECRET.hint, previousEndsAtMs } };
    expect(decision).toMatchObject({ accepted: true, events: [event] });
  });

  it('whose secret is rolled twice shows the end of the overlap of the last one', () => {
    const rolls = [NOW_MS + HOUR_MS, null].map((previousEndsAtMs): AppEvent => {
      return { type: 'app.secret_rolled', data: { secretHint: 'ocs_test_0Qv…New0', previousEndsAtMs } };
    });
    expect(after(created(), ...rolls)).not.toHaveProperty('previousSecretEndsAtMs');
  });

  const OWN: Partial<AppTerms> = { grantTypes: ['client_credentials'], redirectUris: [] };
  const grantedBy = { kind: MAKER.kind, id: MAKER.id };
  it.each<[AppCommand, Partial<AppTerms>]>([
    [roll(), OWN],
    [update({ allowedScopes: [] }), OWN],
    [update({ status: 'active' }), OWN],
    [update({ grantTypes: ['authorization_code', 'client_credentials'] }), {}],
  ])('that acts for its own account is answered for by the last who gave it something to act with: %j', (command, terms) => {
    const events = [created(terms), DISABLED];
    const decision = decide(command, after(...events), NOW_MS);
    expect(decision).toMatchObject({ accepted: true, events: [{ data: { grantedBy } }] });
    expect(decide(create(OWN), INITIAL_APP, NOW_MS)).toMatchObject({ events: [{ data: { grantedBy } }] });
  });

  it('keeps who answers for it when it gets a name, is disabled, or acts by consent alone', () => {
    for (const [command, terms] of [
      [update({ name: 'Ledgers' }), OWN],
      [update({ status: 'disabled' }), OWN],
      [roll(), {}],
    ] as const) {
      const decision = decide(command, after(created(terms)), NOW_MS);
      expect(decision).toMatchObject({ accepted: true, events: [{ data: expect.not.objectContaining({ grantedBy }) as object }] });
    }
  });
});
