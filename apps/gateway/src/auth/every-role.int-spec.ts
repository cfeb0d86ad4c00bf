import { ROLES, type Role } from '#contracts';
import { documentedOperations, requestOf, scopeOf, startGatewayOfOperations } from '../../test/every-operation';
import type { GatewayUnderTest } from '../../test/gateway-under-test';
import { addSecondFactor, memberOf, signedUp, type Person } from '../../test/person';
import { setLiveMode } from '../accounts/operator-accounts';
import type { Scope } from './scopes';

type Mode = 'test' | 'live';
const TEAM: readonly Role[] = ['owner', 'admin'];
const BUILDERS: readonly Role[] = [...TEAM, 'developer'];

/** Who may read what not everybody may (docs/how-to/invite-a-colleague.md). A developer reads verifications in test mode alone. */
const READERS: Readonly<Record<string, readonly Role[]>> = {
  keys: BUILDERS,
  logs: [...BUILDERS, 'support'],
  kyc: [...BUILDERS, 'support'],
};
/** Who may change what in live mode; in test mode a developer changes everything but the account besides. */
const WRITERS: Readonly<Record<string, readonly Role[]>> = {
  ...{ customers: [...TEAM, 'finance', 'support'], kyc: [...TEAM, 'support'] },
  ...{ webhooks: BUILDERS, keys: BUILDERS, apps: BUILDERS, account: TEAM },
};
const MONEY: readonly Role[] = [...TEAM, 'finance'];
/** What a role may by its scope, and yet not. */
const NARROWER: Readonly<Record<string, readonly Role[]>> = {
  'DELETE /v1/customers/{id}': BUILDERS,
  'DELETE /v1/connections/{id}': TEAM,
  'GET /v1/audit_log': BUILDERS,
  'GET /v1/audit_log/heads': BUILDERS,
};

function may(role: Role, operation: string, mode: Mode): boolean {
  if (NARROWER[operation]?.includes(role) === false) return false;
  const scope = scopeOf(operation);
  if (scope === null) return true;
  if (role === 'developer' && mode === 'test') return scope !== 'account:write';
  return !(role === 'developer' && scope === 'kyc:read') && isListed(role, scope);
}

function isListed(role: Role, scope: Scope): boolean {
  const [subject = '', verb] = scope.split(':');
  return (verb === 'write' ? (WRITERS[subject] ?? MONEY) : (READERS[subject] ?? ROLES)).includes(role);
}

/** docs/reference/security.md, API5: every role, in both modes, at every operation that the document lists. Scopes of keys are asked for in every-scope.int-spec.ts. */
describe('(53) every operation that needs a key, by somebody who is signed in', () => {
  let gateway: GatewayUnderTest;
  let accountId = '';
  let operations: string[];
  const people = new Map<Role, Person>();
  beforeAll(async () => {
    gateway = await startGatewayOfOperations(() => accountId);
    operations = [...documentedOperations(gateway).keys()];
    const { person: owner, accountId: id } = await signedUp(gateway);
    accountId = id;
    await setLiveMode(gateway.keyStore, accountId, { isEnabled: true, note: 'test' });
    people.set('owner', owner);
    for (const role of ROLES.filter((one) => one !== 'owner'))
      people.set(role, (await memberOf(gateway, { by: owner, accountId, role })).person);
  });
  afterAll(() => gateway.stop());

  /** The operations whose answer is not what it must be, with that answer. */
  async function oddOnes(
    person: Person,
    { account = accountId, mode }: { account?: string; mode: Mode },
    isRight: (operation: string, status: number, code: string | undefined) => boolean,
  ): Promise<string[]> {
    const odd: string[] = [];
    for (const operation of operations) {
      const { method, path, body } = requestOf(operation);
      const headers = { 'hundi-account': account, 'hundi-mode': mode };
      const { status, code } = await person.send(method, path, { body, headers });
      if (!isRight(operation, status, code)) odd.push(`${operation}: ${status} ${code}`);
    }
    return odd;
  }
  const isClosed = (status: number): boolean => status === 401 || status === 403;
  const isAllowed =
    (role: Role, mode: Mode) =>
    (operation: string, status: number, code: string | undefined): boolean => {
      if (mode === 'live' && operation.includes('/test_helpers/')) return code === 'key_restricted';
      return may(role, operation, mode) ? !isClosed(status) : status === 403 && code === 'role_insufficient';
    };

  it.each(ROLES)('lets a person in test mode do what the role of %s may', async (role) => {
    expect(await oddOnes(people.get(role)!, { mode: 'test' }, isAllowed(role, 'test'))).toEqual([]);
  });

  it('is read alone in live mode without a second factor', async () => {
    const isRight = (operation: string, status: number, code: string | undefined): boolean => {
      if (operation.includes('/test_helpers/')) return code === 'key_restricted';
      return scopeOf(operation)?.endsWith(':write') ? code === 'second_factor_missing' : !isClosed(status);
    };
    expect(await oddOnes(people.get('owner')!, { mode: 'live' }, isRight)).toEqual([]);
  });

  it.each(ROLES)('lets a person in live mode do what the role of %s may', async (role) => {
    await addSecondFactor(people.get(role)!);
    expect(await oddOnes(people.get(role)!, { mode: 'live' }, isAllowed(role, 'live'))).toEqual([]);
  });

  it('is closed to those of other accounts', async () => {
    const isRight = (_operation: string, status: number, code: string | undefined): boolean =>
      status === 403 && code === 'role_insufficient';
    expect(await oddOnes(people.get('owner')!, { account: gateway.accountId, mode: 'test' }, isRight)).toEqual([]);
  });

  it('is closed to those who are not signed in', async () => {
    const stranger = (await signedUp(gateway)).person;
    await stranger.post('/sign_out');
    const isRight = (_operation: string, status: number, code: string | undefined): boolean => status === 401 && code === 'api_key_missing';
    expect(await oddOnes(stranger, { mode: 'test' }, isRight)).toEqual([]);
  });
});
