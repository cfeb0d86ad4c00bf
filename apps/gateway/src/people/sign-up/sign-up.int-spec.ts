import { Client } from 'pg';
import { askDatabase, eventually } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';
import { offerClaim } from '../links/claim-link.table';
import { newToken } from '../users/tokens';
import { linkTo, memberOf, newEmail, PASSWORD, Person, signedUp } from '../../../test/person';

describe('signing up', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_ENABLED: 'false' } });
  });
  afterAll(() => gateway.stop());

  const newPerson = (): Person => new Person(gateway.url, gateway.client.document);
  const bodyFor = (email: string) => ({ name: 'Asha Rao', email, password: PASSWORD, account_name: 'Acme' });
  const countUsers = async (): Promise<number> => (await askDatabase(gateway.keyStore.databaseUrl, 'SELECT id FROM gateway.users')).length;

  it('(2) makes no user before the link from the terminal is opened', async () => {
    const [email, person, before] = [newEmail(), newPerson(), await countUsers()];
    expect((await person.post('/sign_up', bodyFor(email))).json).toEqual({ accepted: true });
    const token = await linkTo(gateway, email, 'verify_email');
    expect([await countUsers(), (await person.get('/session')).code]).toEqual([before, 'session_missing']);
    const { status, json } = await person.post('/verify_email', { token, password: PASSWORD });
    expect([status, await countUsers()]).toEqual([200, before + 1]);
    expect(json).toMatchObject({
      user: { email, name: 'Asha Rao', totp_enabled: false, is_operator: false },
      accounts: [{ name: 'Acme', role: 'owner', live_enabled: false }],
      is_operator: false,
      first_keys: [{ kind: 'secret' }, { kind: 'publishable' }],
    });
    const [{ secret } = { secret: '' }] = json.first_keys as { secret: string }[];
    expect((await gateway.client.get('/v1/account', { key: secret })).json).toMatchObject({ name: 'Acme', live_enabled: false });
  });

  it('(12) lets one of many open the link', async () => {
    const [email, before] = [newEmail(), await countUsers()];
    await newPerson().post('/sign_up', bodyFor(email));
    const token = await linkTo(gateway, email, 'verify_email');
    const answers = await Promise.all(Array.from({ length: 4 }, () => newPerson().post('/verify_email', { token, password: PASSWORD })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
    expect(answers.filter(({ code }) => code === 'link_invalid')).toHaveLength(3);
    expect(await countUsers()).toBe(before + 1);
    expect((await newPerson().post('/verify_email', { token, password: PASSWORD })).code).toBe('link_invalid');
  });

  it('(4) answers the same for an address that has a user, and mails its owner', async () => {
    const { email } = await signedUp(gateway);
    const [known, unknown] = [await newPerson().post('/sign_up', bodyFor(email)), await newPerson().post('/sign_up', bodyFor(newEmail()))];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect(await linkTo(gateway, email, 'reset_password')).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const resets = [email, newEmail()].map((address) => newPerson().post('/password/reset', { email: address }));
    const [first, second] = await Promise.all(resets);
    expect([first?.status, first?.text]).toEqual([second?.status, second?.text]);
  });

  it.each([
    ['/sign_up', 'reset_password'],
    ['/password/reset', 'reset_password'],
    ['/sign_in/link', 'sign_in'],
  ])('answers %s before it looks whether the address has a user, so that the time of the answer tells nothing', async (path, page) => {
    const { email } = await signedUp(gateway);
    const client = new Client({ connectionString: gateway.keyStore.databaseUrl });
    await client.connect();
    try {
      await client.query('BEGIN; LOCK TABLE gateway.users, gateway.mails IN ACCESS EXCLUSIVE MODE');
      for (const address of [email, newEmail()]) {
        const answer = await newPerson().post(path, path === '/sign_up' ? bodyFor(address) : { email: address });
        expect([200, 202]).toContain(answer.status);
      }
    } finally {
      await client.end();
    }
    expect(await linkTo(gateway, email, page)).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('(5) takes fifteen characters and not fourteen, and nothing that everybody chooses', async () => {
    const codes = ['kq7#Vd!x9Lm2@p', 'passwordpassword', 'kq7#Vd!x9Lm2@pZ'].map(async (password) => {
      const { status, code } = await newPerson().post('/sign_up', { ...bodyFor(newEmail()), password });
      return code ?? status;
    });
    expect(await Promise.all(codes)).toEqual(['password_too_short', 'password_too_common', 202]);
  });

  it('(5) takes 256 code points with spaces and ✓, and then lets in with them', async () => {
    const password = `${`${PASSWORD} ✓ `.repeat(10)}`.slice(0, 255) + '\u{1F511}';
    const tooLong = await newPerson().post('/sign_up', { ...bodyFor(newEmail()), password: `${password}✓` });
    expect([[...password].length, tooLong.code]).toEqual([256, 'parameter_invalid']);
    const email = newEmail();
    await newPerson().post('/sign_up', { ...bodyFor(email), password });
    expect((await newPerson().post('/verify_email', { token: await linkTo(gateway, email, 'verify_email'), password })).status).toBe(200);
    expect((await newPerson().post('/sign_in', { email, password })).json).toMatchObject({ user: { email } });
    expect((await newPerson().post('/sign_in', { email, password: password.slice(0, 250) })).code).toBe('credentials_invalid');
  });

  it('leaves no password to a stranger who signed up with the address of somebody: the one that comes with the link counts', async () => {
    const [email, before, own] = [newEmail(), await countUsers(), 'brisk-lantern heron on tin'];
    await newPerson().post('/sign_up', bodyFor(email));
    const token = await linkTo(gateway, email, 'verify_email');
    const without = await newPerson().post('/verify_email', { token });
    const weak = await newPerson().post('/verify_email', { token, password: 'passwordpassword' });
    expect([without.code, weak.code, await countUsers()]).toEqual(['parameter_missing', 'password_too_common', before]);
    expect((await newPerson().post('/verify_email', { token, password: own })).status).toBe(200);
    expect((await newPerson().post('/sign_in', { email, password: PASSWORD })).code).toBe('credentials_invalid');
    expect((await newPerson().post('/sign_in', { email, password: own })).status).toBe(200);
  });

  it.each([
    ...['o\uFB03ce@example.com', '\uFF41sha@example.com', 'as\u212Aa@example.com', 'asha@b\u00FCcher.example.com'],
    ...['"x@evil.example>"@example.com', '"asha"@example.com'],
  ])('takes no address that is another one when it is mailed: %s', async (email) => {
    expect((await newPerson().post('/sign_up', bodyFor(email))).code).toBe('email_invalid');
    const { person, accountId } = await signedUp(gateway);
    const answers = [
      await person.post('/user/email', { email }),
      await person.post('/invitations', { email, role: 'viewer' }, { 'hundi-account': accountId }),
    ];
    expect(answers.map(({ code }) => code)).toEqual(['email_invalid', 'email_invalid']);
  });

  it('mails the address that is stored', async () => {
    const email = newEmail();
    await newPerson().post('/sign_up', bodyFor(email.replace('person', 'PERSON').replace('example.com', 'Example.COM')));
    expect(await linkTo(gateway, email, 'verify_email')).toMatch(/^[\w-]{43}$/);
  });

  it('proves no address where the inviter was shown the link', async () => {
    const { person, accountId, answer: own } = await signedUp(gateway);
    const { answer } = await memberOf(gateway, { by: person, accountId, role: 'viewer' });
    expect([own.json.user, answer.json.user]).toMatchObject([{ email_verified_at: expect.any(Number) }, { email_verified_at: null }]);
  });

  it('reports every wrong field at once', async () => {
    const { status, json } = await newPerson().post('/sign_up', { name: 7, email: 'nobody', account_name: '' });
    expect(status).toBe(400);
    expect((json.error as { errors: { param: string }[] }).errors.map(({ param }) => param)).toEqual(
      expect.arrayContaining(['name', 'email', 'password']),
    );
  });

  it('(57) keeps neither name, address, password, token nor cookie in clear', async () => {
    const { person, email, answer } = await signedUp(gateway);
    const [{ secret } = { secret: '' }] = answer.json.first_keys as { secret: string }[];
    const tables = ['users', 'pending_sign_ups', 'one_time_links', 'sessions', 'mails', 'memberships', 'guess_counters'];
    const rows = await Promise.all(
      tables.map((table) => askDatabase(gateway.keyStore.databaseUrl, `SELECT row_to_json(t)::text AS row FROM gateway.${table} t`)),
    );
    const text = JSON.stringify(rows);
    expect(text.length).toBeGreaterThan(1_000);
    for (const clear of [email, PASSWORD, person.token ?? '', secret]) expect(text).not.toContain(clear);
    // As a word: four letters stand in ten thousand of sealed text by chance.
    expect(text).not.toMatch(/(?<![\w-])Asha(?![\w-])/);
  });
});

describe('the first account', () => {
  it('is claimed once, by who reads the terminal, who is an operator then and sees the mailbox', async () => {
    const gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_ENABLED: 'false' } });
    const { keyStore, accountId } = gateway;
    const token = newToken(keyStore.random);
    expect([await offerClaim(keyStore, accountId, token), await offerClaim(keyStore, accountId, token)]).toEqual([true, true]);
    const claim = (email: string) => {
      const person = new Person(gateway.url, gateway.client.document);
      return person.post('/claim', { token, name: 'Asha Rao', email, password: PASSWORD }).then((answer) => ({ person, answer }));
    };
    const claims = await Promise.all([claim(newEmail()), claim(newEmail())]);
    expect(claims.map(({ answer }) => answer.code ?? answer.status).toSorted()).toEqual([200, 'link_invalid']);
    const winner = claims.find(({ answer }) => answer.status === 200);
    expect(winner?.answer.json).toMatchObject({ is_operator: true, accounts: [{ id: accountId, role: 'owner' }] });
    expect(await offerClaim(keyStore, accountId, newToken(keyStore.random))).toBe(false);
    await new Person(gateway.url).post('/sign_up', { name: 'Ravi', email: newEmail(), password: PASSWORD, account_name: 'Other' });
    await eventually(async () => {
      expect((await winner?.person.get('/operator/mails'))?.json.data).toEqual([expect.objectContaining({ kind: 'verify_email' })]);
    });
    await gateway.stop();
  });
});

describe('signing up where only invited people may', () => {
  it('is no route', async () => {
    const gateway = await startGatewayUnderTest({ environment: { SIGNUP: 'invite' } });
    const body = { name: 'Asha', email: newEmail(), password: PASSWORD, account_name: 'Acme' };
    expect((await new Person(gateway.url).post('/sign_up', body)).code).toBe('route_unknown');
    await gateway.stop();
  });
});
