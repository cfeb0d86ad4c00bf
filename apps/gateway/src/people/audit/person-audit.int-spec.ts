import { askDatabase, eventually, FixedClock } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';
import { addPasskey, signInByPasskey } from '../../../test/passkey-holder';
import { linkTo, memberOf, newEmail, PASSWORD, Person, signedUp } from '../../../test/person';
import { verifyAuditChain } from '../../accounts/audit-log/audit-chain.table';
import { setLiveMode } from '../../accounts/operator-accounts';
import { totpCode } from '../second-factor/totp';

const OTHER_PASSWORD = 'brisk-lantern heron on tin';
const HOUR_MS = 3_600_000;

interface Row {
  action: string;
  outcome: string;
  code: string | null;
}

describe('the audit log of what people do with their way in', () => {
  let gateway: GatewayUnderTest;
  const clock = new FixedClock(Date.now());
  beforeAll(async () => {
    const started = await startGatewayUnderTest({ clock, environment: { RATE_LIMIT_ENABLED: 'false' } });
    gateway = { ...started, url: started.url.replace('127.0.0.1', 'localhost') };
  });
  afterAll(() => gateway.stop());

  const newPerson = (): Person => new Person(gateway.url, gateway.client.document);
  const signIn = (email: string, password = PASSWORD) => newPerson().post('/sign_in', { email, password });
  const rowsOf = (accountId: string): Promise<Row[]> =>
    askDatabase<Row>(
      gateway.keyStore.databaseUrl,
      "SELECT action, outcome, code FROM accounts.audit_log WHERE account_id = $1 AND action LIKE 'users.%' ORDER BY position",
      [accountId],
    );
  const actionsOf = async (accountId: string): Promise<string[]> => (await rowsOf(accountId)).map(({ action }) => action);

  it('names who signed in by id alone, with the request and a digest of where from, and is filtered by it', async () => {
    const { person, email, accountId } = await signedUp(gateway);
    const answer = await person.post('/sign_in', { email, password: PASSWORD });
    await signIn(email);
    await setLiveMode(gateway.keyStore, accountId, { isEnabled: true, note: 'for the test' });
    const { id } = answer.json.user as { id: string };
    const headers = { 'hundi-account': accountId, 'hundi-mode': 'live' };
    const { json, text } = await person.get(`/v1/audit_log?action=users.sign_in&actor=${id}&outcome=done`, headers);
    const data = json.data as { address: string }[];
    expect(data).toMatchObject([
      {},
      {
        action: 'users.sign_in',
        actor: { type: 'user', id, name: null },
        resource: { type: 'user', id },
        outcome: 'done',
        code: null,
        changes: null,
        request_id: answer.headers['request-id'],
      },
    ]);
    expect(data[0]?.address).toMatch(/^1:/);
    for (const clear of [email, 'Asha', '127.0.0.1']) expect(text).not.toContain(clear);
  });

  it('has each act once, in its order', async () => {
    const { person, email, accountId } = await signedUp(gateway);
    const { json } = await person.post('/user/totp');
    const secret = /secret=([A-Z2-7]{32})/.exec(String(json.otpauth_uri))?.[1] ?? '';
    await person.post('/user/totp/confirm', { code: totpCode(secret, clock.nowMs()) });
    await person.post('/user/recovery_codes');
    const { passkey, answer } = await addPasskey(person, gateway.url);
    await person.send('DELETE', '/user/totp');
    await signInByPasskey(newPerson(), passkey);
    await person.send('DELETE', `/user/passkeys/${String(answer.json.id)}`);
    await person.send('DELETE', `/user/passkeys/${String(answer.json.id)}`);
    await person.post('/user/password', { password: OTHER_PASSWORD });
    const next = newEmail();
    await person.post('/user/email', { email: next });
    await person.post('/verify_email', { token: await linkTo(gateway, next, 'verify_email') });
    await newPerson().post('/password/reset', { email: next });
    const token = await linkTo(gateway, next, 'reset_password');
    await Promise.all([1, 2].map(() => newPerson().post('/password/reset/confirm', { token, password: PASSWORD })));
    await person.post('/sign_in', { email: next, password: PASSWORD });
    await person.post('/sign_out_everywhere');
    expect(await actionsOf(accountId)).toEqual([
      ...[
        'users.add_totp',
        'users.renew_recovery_codes',
        'users.add_passkey',
        'users.remove_totp',
        'users.sign_in',
        'users.remove_passkey',
      ],
      ...['users.change_password', 'users.change_email', 'users.reset_password', 'users.sign_in', 'users.sign_out_everywhere'],
    ]);
    const all = await askDatabase(gateway.keyStore.databaseUrl, 'SELECT row_to_json(a)::text AS row FROM accounts.audit_log a');
    for (const clear of [email, next]) expect(JSON.stringify(all)).not.toContain(clear);
  });

  it('has a refusal once an hour for each person and account, and none of an address without a user', async () => {
    const { person, email, accountId } = await signedUp(gateway);
    const { passkey } = await addPasskey(person, gateway.url);
    const refused = async (): Promise<Row[]> => (await rowsOf(accountId)).filter(({ outcome }) => outcome === 'refused');
    for (let tries = 0; tries < 3; tries++) await signIn(email, OTHER_PASSWORD);
    await signIn(newEmail(), OTHER_PASSWORD);
    await signInByPasskey(newPerson(), passkey, { isVerified: false });
    const entry = { action: 'users.sign_in', outcome: 'refused' };
    await eventually(async () => expect(await refused()).toEqual([{ ...entry, code: 'credentials_invalid' }]));
    clock.advanceMs(HOUR_MS);
    await signInByPasskey(newPerson(), passkey, { isVerified: false });
    await eventually(async () => expect(await refused()).toHaveLength(2));
    expect((await refused())[1]).toEqual({ ...entry, code: 'passkey_invalid' });
    const { flow } = (await signIn(email)).json;
    clock.advanceMs(HOUR_MS);
    await newPerson().post('/sign_in/second_factor', { flow, totp: '000000' });
    expect(await refused()).toHaveLength(2);
    const again = (await signIn(email)).json;
    await newPerson().post('/sign_in/second_factor', { flow: again.flow, totp: '000000' });
    await eventually(async () => expect((await refused())[2]).toEqual({ ...entry, code: 'code_invalid' }));
  });

  it('is that of every account of the person, and of none that was left, also when several sign in at once', async () => {
    const { person, email, accountId } = await signedUp(gateway);
    const created = await person.post('/accounts', { name: 'Second' });
    const ids = (created.json.accounts as { id: string }[]).map(({ id }) => id);
    expect(ids).toHaveLength(2);
    const { userId } = await memberOf(gateway, { by: person, accountId, role: 'admin' });
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(email)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const id of ids) expect(await actionsOf(id)).toEqual(Array(4).fill('users.sign_in'));
    await person.send('DELETE', `/members/${userId}`, { headers: { 'hundi-account': accountId } });
    await signIn(email);
    for (const id of ids) expect(await actionsOf(id)).toHaveLength(5);
  });

  it('takes the act back with it when it cannot be written', async () => {
    const { person, email, accountId } = await signedUp(gateway);
    const { databaseUrl } = gateway.keyStore;
    await askDatabase(
      databaseUrl,
      `ALTER TABLE accounts.audit_log ADD CONSTRAINT full_disk CHECK (account_id <> '${accountId}') NOT VALID`,
    );
    const answers = [await signIn(email), await person.post('/user/password', { password: OTHER_PASSWORD })];
    expect(answers.map(({ status }) => status)).toEqual([500, 500]);
    await askDatabase(databaseUrl, 'ALTER TABLE accounts.audit_log DROP CONSTRAINT full_disk');
    expect(((await person.get('/sessions')).json.data as object[]).length).toBe(1);
    expect([(await signIn(email, OTHER_PASSWORD)).status, (await signIn(email)).status]).toEqual([401, 200]);
  });

  it('(56) is chained like all other entries', async () => {
    expect(await verifyAuditChain(gateway.keyStore.databaseUrl)).toMatchObject({ intact: true });
  });
});
