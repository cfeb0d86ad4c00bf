import type { PersonalData } from '#personal-data';
import { askDatabase, eventually, FixedClock, testPersonalData } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';
import { linkTo, memberOf, newEmail, PASSWORD, Person, signedUp } from '../../../test/person';
import { actOnAccount, listAccounts } from '../../accounts/operator-accounts';
import { createInvitedAccount } from './invited-account';
import { actOnUser, findUserOf, listMails, listUsers } from './operator-users';
import type { PeopleStore } from './people-store';

describe('people and accounts, as the command line of an installation makes and changes them', () => {
  let gateway: GatewayUnderTest;
  let store: PeopleStore;
  let personalData: PersonalData;
  const clock = new FixedClock(Date.now());
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ clock, environment: { RATE_LIMIT_ENABLED: 'false' } });
    const { keyStore } = gateway;
    personalData = testPersonalData(keyStore.databaseUrl, keyStore);
    store = { ...keyStore, operator: 'asha', personalData };
  });
  afterAll(async () => {
    await personalData.close();
    await gateway.stop();
  });
  beforeEach(() => clock.advanceMs(1));

  const entriesOf = (accountId: string) =>
    askDatabase<Record<string, unknown>>(
      gateway.keyStore.databaseUrl,
      'SELECT action, actor_type, actor_id, resource_id, changes FROM accounts.audit_log WHERE account_id = $1 ORDER BY position',
      [accountId],
    );
  const accept = (person: Person, token: string, email: string) =>
    person.post('/invitations/accept', { token, email, name: 'Ravi Iyer', password: PASSWORD });

  it.each([true, false])(
    'are an account and a link that makes its owner, who is an operator when that was said (%s)',
    async (makesOperator) => {
      const email = newEmail();
      const { accountId, token } = await createInvitedAccount(store, { name: 'Invited', email: email.toUpperCase(), makesOperator });
      expect((await accept(new Person(gateway.url), token, newEmail())).code).toBe('link_invalid');
      const person = new Person(gateway.url, gateway.client.document);
      const { status, json } = await accept(person, token, email);
      expect([status, json]).toEqual([
        200,
        expect.objectContaining({
          is_operator: makesOperator,
          accounts: [expect.objectContaining({ id: accountId, role: 'owner', live_enabled: false })],
        }),
      ]);
      expect(await entriesOf(accountId)).toEqual([
        expect.objectContaining({ action: 'accounts.create', actor_type: 'operator', actor_id: 'asha' }),
        expect.objectContaining({ action: 'accounts.accept_invitation', actor_type: 'user' }),
      ]);
    },
  );

  it('make a person who is there an operator, and no one by an invitation of a member', async () => {
    const { person, email, accountId } = await signedUp(gateway);
    const { token } = await createInvitedAccount(store, { name: 'Second', email, makesOperator: true });
    expect((await person.post('/invitations/accept', { token })).json).toMatchObject({ is_operator: true });
    const { answer } = await memberOf(gateway, { by: person, accountId, role: 'owner' });
    expect(answer.json).toMatchObject({ is_operator: false });
  });

  it('are listed, accounts by name, status and mode, people with their address, in pages', async () => {
    const name = `Chai ${crypto.randomUUID().slice(0, 8)}`;
    const email = newEmail();
    const { accountId } = await createInvitedAccount(store, { name, email, makesOperator: false });
    const found = async (query: object) => (await listAccounts(store, { limit: 10, ...query })).map(({ id }) => id);
    expect(await found({ q: name.toUpperCase() })).toEqual([accountId]);
    expect(await found({ q: accountId, status: 'suspended' })).toEqual([]);
    await actOnAccount(store, accountId, { act: 'suspend', note: 'ticket 812' });
    expect(await found({ q: accountId, status: 'suspended', liveEnabled: false })).toEqual([accountId]);
    expect((await entriesOf(accountId)).at(-1)).toMatchObject({ action: 'accounts.suspend', changes: { note: [null, 'ticket 812'] } });
    const [newest, ...older] = await found({});
    expect(await found({ afterId: newest, limit: 9 })).toEqual(older);
    const owner = await signedUp(gateway);
    const [user] = await listUsers(store, { limit: 1 });
    expect(user).toMatchObject({ email: owner.email, name: 'Asha Rao', status: 'active', isOperator: false, hasSecondFactor: false });
    expect(await listUsers(store, { limit: 1, afterId: user!.id })).not.toEqual([user]);
  });

  it('lose sessions with the second factor, with an entry in each of their accounts, and are mailed', async () => {
    const { person, email, accountId } = await signedUp(gateway);
    const second = await createInvitedAccount(store, { name: 'Second', email, makesOperator: false });
    await person.post('/invitations/accept', { token: second.token });
    const user = await findUserOf(store, email.toUpperCase());
    const { databaseUrl } = gateway.keyStore;
    await askDatabase(databaseUrl, "UPDATE gateway.users SET totp_secret = '~', totp_confirmed_at = 1 WHERE id = $1", [user!.id]);
    await askDatabase(
      databaseUrl,
      `INSERT INTO gateway.passkeys (id, user_id, credential_id, public_key, counter, transports, device_type, backed_up, name, created_at)
       VALUES ('passkey_' || substr($1, 5), $1, '\\x01', '\\x01', 0, '{}', 'singleDevice', false, '~', 1)`,
      [user!.id],
    );
    expect(await findUserOf(store, user!.id)).toMatchObject({ hasSecondFactor: true });
    await actOnUser(store, user!, 'reset_second_factor', 'lost the phone');
    expect(await findUserOf(store, user!.id)).toMatchObject({ hasSecondFactor: false });
    expect((await person.get('/session')).code).toBe('session_missing');
    const expected = { action: 'users.reset_second_factor', actor_type: 'operator', actor_id: 'asha', resource_id: user!.id };
    for (const id of [accountId, second.accountId]) {
      expect((await entriesOf(id)).at(-1)).toEqual({ ...expected, changes: { note: [null, 'lost the phone'] } });
    }
    expect((await listMails(store, 5)).filter(({ to }) => to === email)).toContainEqual(
      expect.objectContaining({ kind: 'factor_changed' }),
    );
  });

  it('cannot sign in while they are disabled', async () => {
    const { person, email, accountId } = await signedUp(gateway);
    const signIn = () => new Person(gateway.url).post('/sign_in', { email, password: PASSWORD });
    const user = await findUserOf(store, email);
    const foreign = newEmail();
    await person.post('/user/email', { email: foreign });
    await actOnUser(store, user!, 'disable');
    expect([(await person.get('/session')).code, (await signIn()).status]).toEqual(['session_missing', 401]);
    await actOnUser(store, user!, 'enable');
    // What was mailed before opens nothing then.
    const token = await linkTo(gateway, foreign, 'verify_email');
    expect([(await new Person(gateway.url).post('/verify_email', { token })).code, (await signIn()).status]).toEqual(['link_invalid', 200]);
    const entries = (await entriesOf(accountId)).filter(({ actor_type: type }) => type === 'operator');
    expect(entries.slice(-2)).toMatchObject([{ action: 'users.disable', changes: null }, { action: 'users.enable' }]);
  });

  it('let no one in by invitations of a person while they are disabled', async () => {
    const { person, email, accountId } = await signedUp(gateway);
    const [address, headers] = [newEmail(), { 'hundi-account': accountId }];
    const { json } = await person.post('/invitations', { email: address, role: 'owner' }, headers);
    const [, token = ''] = String(json.link).split('#');
    const user = await findUserOf(store, email);
    await actOnUser(store, user!, 'disable');
    expect((await accept(new Person(gateway.url, gateway.client.document), token, address)).code).toBe('link_invalid');
    await actOnUser(store, user!, 'enable');
    expect((await accept(new Person(gateway.url, gateway.client.document), token, address)).status).toBe(200);
  });

  it('find mails with their links', async () => {
    const email = newEmail();
    await new Person(gateway.url).post('/sign_up', { name: 'Asha', email, password: PASSWORD, account_name: 'Acme' });
    const mail = await eventually(async () => {
      const [latest] = await listMails(store, 1);
      expect(latest?.to).toBe(email);
      return latest;
    });
    expect(mail).toMatchObject({
      kind: 'verify_email',
      to: email,
      link: expect.stringMatching(/\/dashboard\/verify_email#[\w-]{43}$/) as string,
    });
  });
});
